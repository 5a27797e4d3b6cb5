/* e2e_ssh.c: a game through a real sshd on this machine. The client is killed in mid-turn; the next
 * login finds the tiles where they were. Skipped, with the reason, where no sshd can be run. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "e2e.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77, PATIENCE_MS = 30000 };

static const char sshd[] = "/usr/sbin/sshd", ssh[] = "/usr/bin/ssh";

/* Why this machine cannot, or NULL. */
static const char *reason_to_skip(void)
{
    if (geteuid() != 0)
        return "only root can run an sshd that opens terminals";
    if (access(sshd, X_OK) != 0 || access(ssh, X_OK) != 0)
        return "OpenSSH's server or client is not installed";
    if (system("unshare -m sh -c 'mount -t tmpfs tmpfs /run' >/dev/null 2>&1") != 0)
        return "no /run of its own can be made (unshare, mount)";
    return NULL;
}

static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    close(fd);
    return ntohs(address.sin_port);
}

static void make_keys(const char *directory)
{
    char command[8192];

    snprintf(command, sizeof command,
             "cd '%s' && ssh-keygen -q -t ed25519 -N '' -f host && "
             "ssh-keygen -q -t ed25519 -N '' -f user",
             directory);
    ck_assert_int_eq(system(command), 0);
}

/* The key lets in to khi alone, in the test's own home. */
static void write_settings(const char *directory, int port)
{
    char text[16384];
    const char *khi = getenv("KHI"), *source = getenv("SOURCE");
    char *key = e2e_read(e2e_path(directory, "user.pub"));

    ck_assert_ptr_nonnull(key);
    snprintf(
        text, sizeof text,
        "command=\"HOME='%s' LC_ALL=C.UTF-8 LSAN_OPTIONS='suppressions=%s/tests/lsan.supp' exec "
        "'%s' --level easy\" %s",
        directory, source ? source : ".", khi ? khi : "./src/khi", key);
    e2e_file(directory, "keys", text);
    free(key);
    snprintf(text, sizeof text,
             "Port %d\nListenAddress 127.0.0.1\nHostKey %s/host\nPidFile none\n"
             "AuthorizedKeysFile %s/keys\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
             "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n",
             port, directory, directory);
    e2e_file(directory, "sshd_config", text);
    snprintf(text, sizeof text,
             "Host khi\nHostName 127.0.0.1\nPort %d\nUser root\nIdentityFile %s/user\n"
             "IdentitiesOnly yes\nStrictHostKeyChecking no\nUserKnownHostsFile %s/known\n"
             "LogLevel ERROR\n",
             port, directory, directory);
    e2e_file(directory, "ssh_config", text);
}

/* Starts the server and waits until it listens. */
static pid_t start_server(const char *directory)
{
    const char *config = e2e_path(directory, "sshd_config");
    int ends[2];

    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        execlp("unshare", "unshare", "-m", "sh", "-c",
               "mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec \"$0\" -D -e -f \"$1\"", sshd,
               config, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    char said[4096] = "";
    size_t used = 0;
    while (strstr(said, "listening") == NULL) {
        struct pollfd fd = {ends[0], POLLIN, 0};
        ck_assert_msg(poll(&fd, 1, PATIENCE_MS) == 1, "sshd is silent");
        ssize_t got = read(ends[0], said + used, sizeof said - 1 - used);
        ck_assert_msg(got > 0, "sshd ended: %s", said);
        used += (size_t)got;
        said[used] = '\0';
    }
    return pid; /* the pipe stays open for what else it says */
}

static struct terminal *log_in(const char *directory)
{
    return START(.program = ssh, .home = directory,
                 .arguments = ARGS("-F", e2e_path(directory, "ssh_config"), "-tt", "khi"));
}

/* Until the program of the broken connection is gone: it holds this lock. */
static void wait_for_slot(const char *directory)
{
    char path[8192];

    snprintf(path, sizeof path, "%s.lock", e2e_save_path(directory));
    int fd = open(path, O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    close(fd);
}

START_TEST(goes_on_after_the_connection_was_cut_in_mid_turn)
{
    const char *directory = e2e_home();
    int row, col, screen_row, screen_col;

    make_keys(directory);
    write_settings(directory, free_port());
    pid_t server = start_server(directory);
    struct terminal *terminal = log_in(directory);
    see(terminal, "Your move");
    terminal_keys(terminal, "<^O><Tab><Enter><Enter>"); /* sorted, a star is not the first */
    see_laid(terminal);
    ck_assert(e2e_find_laid(terminal, &row, &col));
    ck_assert(e2e_square(terminal, row, col, &screen_row, &screen_col));
    char letter = (char)terminal_cell(terminal, screen_row, screen_col).glyph;
    kill(terminal_pid(terminal), SIGKILL);
    see_end(terminal, 128 + SIGKILL);
    wait_for_slot(directory);
    terminal = log_in(directory);
    see(terminal, "with the tiles you had laid");
    see_square(terminal, row, col, letter);
    terminal_keys(terminal, "<F2>cat<Enter>"); /* and it answers */
    see(terminal, "CAT");
    quit(terminal);
    kill(server, SIGTERM);
    ck_assert_int_eq(waitpid(server, NULL, 0), server);
}
END_TEST

static Suite *ssh_suite(void)
{
    Suite *suite = suite_create("through sshd");
    TCase *tests = tcase_create("ssh");

    tcase_add_test(tests, goes_on_after_the_connection_was_cut_in_mid_turn);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    const char *reason = reason_to_skip();

    if (reason != NULL) {
        printf("skipped: %s\n", reason);
        return SKIPPED;
    }
    return e2e_main(ssh_suite());
}
