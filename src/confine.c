/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "confine.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files: Landlock ---- */

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>

#define READ  (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE (READ | LANDLOCK_ACCESS_FS_WRITE_FILE)
#define KEEP                                                                                       \
    (WRITE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |                        \
     LANDLOCK_ACCESS_FS_MAKE_REG | ACCESS_TRUNCATE)
#define FIRST_RIGHTS    ((uint64_t)(1 << 13) - 1) /* what the first version knows */
#define ACCESS_TRUNCATE ((uint64_t)1 << 14)       /* not in every header */

static const struct {
    const char *path;
    uint64_t rights;
} open_places[] = {
    {PKGDATADIR, READ},
    {"/etc/terminfo", READ},
    {"/lib/terminfo", READ},
    {"/usr/lib/terminfo", READ},
    {"/usr/share/terminfo", READ},
    {"/usr/local/share/terminfo", READ},
    {"/usr/lib/locale", READ},
    {"/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE},
#ifdef KHI_SANITIZED /* for tests; they read /proc and files of their own */
    {"/", READ},
#endif
};

/* Rights of a later version than the kernel's cannot be asked for. */
static uint64_t known_rights(long version)
{
    uint64_t rights = FIRST_RIGHTS;

    if (version >= 2)
        rights |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3)
        rights |= ACCESS_TRUNCATE;
    return rights;
}

/* What is not there, or no directory where one is meant, needs no rule. */
static bool allow(int rules, const char *path, uint64_t rights)
{
    bool is_directory = rights & LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_path_beneath_attr beneath = {.allowed_access = rights};

    beneath.parent_fd = open(path, O_PATH | O_CLOEXEC | (is_directory ? O_DIRECTORY : 0));
    if (beneath.parent_fd < 0)
        return true;
    long done = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(beneath.parent_fd);
    return done == 0;
}

static bool confine_files(const char *data)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    if (version < 1) /* an old kernel, or switched off */
        return true;
    uint64_t known = known_rights(version);
    struct landlock_ruleset_attr attributes = {.handled_access_fs = known};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (rules < 0)
        return false;
    bool done = data == NULL || allow(rules, data, KEEP & known);
    for (size_t i = 0; i < sizeof open_places / sizeof *open_places && done; i++)
        done = allow(rules, open_places[i].path, open_places[i].rights & known);
    done = done && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return done;
}

#else

static bool confine_files(const char *data)
{
    (void)data;
    return true;
}

#endif

/* ---- system calls ---- */

#if defined __x86_64__ && !defined __ILP32__
#define NATIVE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#if defined NATIVE && !defined KHI_SANITIZED

/* System calls that are newer than some headers; they have one number on all processors. */
enum { NEW_FCHMODAT2 = 452, NEW_SETXATTRAT = 463, NEW_REMOVEXATTRAT = 466 };

#define OWN_PROCESS  0xfeedf00du /* in the filter, until the process has its number */
#define LOAD(field)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)
/* Of the two halves of an argument the lower one: both processors are little-endian. */
#define REFUSE_UNLESS(number, argument, value)                                                     \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD(args[argument]),                       \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0), ANSWER(SECCOMP_RET_ERRNO | EPERM),       \
        ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE(number)                                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM)

/* Starting programs, looking into and meddling with other processes, the network, memory that stays
 * when the process has gone, names and rights of files (which Landlock does not look at), and doors
 * to the kernel that have often been found open. Threads may be made, processes not: clone3 hides
 * its flags behind a pointer and so is not there at all, and the C library takes clone. */
static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#ifdef __x86_64__
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* the x32 numbers */
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    REFUSE(SYS_fork),
    REFUSE(SYS_vfork),
    REFUSE(SYS_chmod),
    REFUSE(SYS_chown),
    REFUSE(SYS_lchown),
    REFUSE(SYS_utime),
    REFUSE(SYS_utimes),
    REFUSE(SYS_futimesat),
#endif
    REFUSE(SYS_execve),
    REFUSE(SYS_execveat),
    REFUSE(SYS_socket),
    REFUSE(SYS_socketpair),
    REFUSE(SYS_kill),
    REFUSE(SYS_ptrace),
    REFUSE(SYS_process_vm_readv),
    REFUSE(SYS_process_vm_writev),
    REFUSE(SYS_unshare),
    REFUSE(SYS_setns),
    REFUSE(SYS_mount),
    REFUSE(SYS_bpf),
    REFUSE(SYS_keyctl),
    REFUSE(SYS_perf_event_open),
    REFUSE(SYS_io_uring_setup),
    REFUSE(SYS_userfaultfd),
    REFUSE(SYS_tkill),
    REFUSE(SYS_rt_sigqueueinfo),
    REFUSE(SYS_rt_tgsigqueueinfo),
    REFUSE(SYS_pidfd_open),
    REFUSE(SYS_pidfd_send_signal),
    REFUSE(SYS_pidfd_getfd),
    REFUSE(SYS_process_madvise),
    REFUSE(SYS_setpriority),
    REFUSE(SYS_ioprio_set),
    REFUSE(SYS_sched_setaffinity),
    REFUSE(SYS_sched_setattr),
    REFUSE(SYS_sched_setparam),
    REFUSE(SYS_sched_setscheduler),
    REFUSE(SYS_shmget),
    REFUSE(SYS_msgget),
    REFUSE(SYS_semget),
    REFUSE(SYS_mq_open),
    REFUSE(SYS_add_key),
    REFUSE(SYS_request_key),
    REFUSE(SYS_personality),
    REFUSE(SYS_fanotify_init),
    REFUSE(SYS_open_by_handle_at),
    REFUSE(SYS_fchmodat),
    REFUSE(SYS_fchownat),
    REFUSE(SYS_setxattr),
    REFUSE(SYS_lsetxattr),
    REFUSE(SYS_removexattr),
    REFUSE(SYS_lremovexattr),
    REFUSE(SYS_utimensat),
    REFUSE(NEW_FCHMODAT2),
    REFUSE(NEW_SETXATTRAT),
    REFUSE(NEW_REMOVEXATTRAT),
    REFUSE_UNLESS(SYS_prlimit64, 0, 0), /* of the process itself */
    REFUSE_UNLESS(SYS_tgkill, 0, OWN_PROCESS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
    LOAD(args[0]), /* its lower half: both are little-endian */
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
    ANSWER(SECCOMP_RET_ALLOW),
};

static bool confine_calls(void)
{
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    for (size_t i = 0; i < sizeof filter / sizeof *filter; i++)
        if (filter[i].k == OWN_PROCESS)
            filter[i].k = (uint32_t)getpid();
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || errno == EINVAL;
}

#else

static bool confine_calls(void)
{
    return true;
}

#endif

bool confine(const char *data)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 && errno != EINVAL)
        return false;
    return confine_files(data) && confine_calls();
}

#else

bool confine(const char *data)
{
    (void)data;
    return true;
}

#endif
