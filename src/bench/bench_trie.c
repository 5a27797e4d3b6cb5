/* bench_trie.c: lookups in the shipped dictionary, and what a command costs. src/bench/trie.sh runs
 * it.
 *
 *     bench_trie                    nanoseconds a lookup: this module, and libdatrie if it is there
 *     bench_trie queries            prints the queries, for other programs
 *     bench_trie rounds N           looks the queries up N times and prints how many that were
 *     bench_trie run N COMMAND...   runs a command N times; prints its mean CPU and elapsed time in
 *                                   microseconds and its memory in kilobytes
 *     bench_trie filter COMMAND...  the same, once, and the command reads this program's input
 *     bench_trie echo               writes " valid" behind every line of its input: what a checker
 *                                   would cost that looked nothing up
 *
 * Half of the queries are words; the other half are words with one letter changed, left out or put
 * in that makes them none. They come in random order.
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"
#include "khi/lexicon.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_DATRIE
#include <datrie/trie.h>
#endif

enum { WORDS = 100000, ROUNDS = 10 };

struct query {
    char text[KHI_WORD_MAX + 2];
    uint8_t length;
    bool word;
};

static struct query queries[2 * WORDS];
static struct khi_trie *trie;

static bool is_word(const char *text)
{
    return khi_trie_contains(trie, text, strlen(text)) == KHI_YES;
}

static void change(uint64_t *state, char *word)
{
    size_t length = strlen(word), at = bench_below(state, (uint32_t)length);
    char letter = khi_letter_char(bench_below(state, KHI_LETTERS));

    switch (bench_below(state, 3)) {
    case 0:
        memmove(word + at, word + at + 1, length - at);
        break;
    case 1:
        memmove(word + at + 1, word + at, length - at + 1);
        word[at] = letter;
        break;
    default:
        word[at] = letter;
    }
}

static void add_query(struct query *query, const char *text, bool word)
{
    strcpy(query->text, text);
    query->length = (uint8_t)strlen(text);
    query->word = word;
}

static void make_queries(uint32_t words)
{
    static char all[1 << 19][KHI_WORD_MAX + 1];
    struct khi_words listed;
    uint64_t state = 1;
    uint32_t count = 0;

    khi_words_begin(&listed, trie);
    while (count < words && khi_words_next(&listed))
        strcpy(all[count++], listed.word);
    for (int i = 0; i < WORDS; i++) {
        char near[KHI_WORD_MAX + 2];
        const char *word = all[bench_below(&state, count)];
        do {
            strcpy(near, word);
            change(&state, near);
        } while (near[0] == '\0' || is_word(near));
        add_query(&queries[2 * i], all[bench_below(&state, count)], true);
        add_query(&queries[2 * i + 1], near, false);
    }
    for (uint32_t i = 2 * WORDS; i > 1; i--) {
        uint32_t other = bench_below(&state, i);
        struct query kept = queries[i - 1];
        queries[i - 1] = queries[other];
        queries[other] = kept;
    }
}

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "bench_trie: %s\n", what);
        exit(1);
    }
}

/* How many of the queries are words; all answers go into it, so that none can be left out. */
static int look_up_all(void)
{
    int found = 0;

    for (int i = 0; i < 2 * WORDS; i++)
        found += khi_trie_contains(trie, queries[i].text, queries[i].length) == KHI_YES;
    return found;
}

#ifdef HAVE_DATRIE
static AlphaChar wide[2 * WORDS][KHI_WORD_MAX + 2];
static Trie *datrie;

static int look_up_datrie(void)
{
    int found = 0;

    for (int i = 0; i < 2 * WORDS; i++)
        found += trie_retrieve(datrie, wide[i], NULL) == TRUE;
    return found;
}

static void make_datrie(void)
{
    AlphaMap *map = alpha_map_new();
    struct khi_words listed;

    alpha_map_add_range(map, 'A', 'Z');
    datrie = trie_new(map);
    khi_words_begin(&listed, trie);
    while (khi_words_next(&listed)) {
        AlphaChar word[KHI_WORD_MAX + 1];
        for (unsigned i = 0; i <= listed.length; i++)
            word[i] = (AlphaChar)listed.word[i];
        trie_store(datrie, word, 1);
    }
    for (int i = 0; i < 2 * WORDS; i++)
        for (unsigned at = 0; at <= queries[i].length; at++)
            wide[i][at] = (AlphaChar)queries[i].text[at];
    alpha_map_free(map);
}
#endif

/* The best of several rounds, in nanoseconds a lookup: other work on the machine only adds. */
static double measure(int (*look_up)(void))
{
    double best = 1e9;

    for (int round = 0; round < ROUNDS; round++) {
        double begin = bench_cpu();
        require(look_up() == WORDS, "an answer is wrong");
        double each = (bench_cpu() - begin) * 1e9 / (2 * WORDS);
        best = each < best ? each : best;
    }
    return best;
}

static int print_lookups(void)
{
    printf("khi %.1f\n", measure(look_up_all));
#ifdef HAVE_DATRIE
    make_datrie();
    printf("libdatrie %.1f\n", measure(look_up_datrie));
    trie_free(datrie);
#endif
    return 0;
}

static int run_command(int times, char **command)
{
    struct timespec begin, end;
    struct rusage use;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < times; i++) {
        pid_t child = fork();
        if (child == 0) {
            execvp(command[0], command);
            _exit(127);
        }
        int status = 127 << 8;
        waitpid(child, &status, 0);
        require(WIFEXITED(status) && WEXITSTATUS(status) != 127, "the command does not run");
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    getrusage(RUSAGE_CHILDREN, &use);
    double cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e6 +
                 (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    double elapsed =
        (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) * 1e-3;
    printf("%.0f %.0f %ld\n", cpu / times, elapsed / times, use.ru_maxrss);
    return 0;
}

/* Lines are short here, as words are. */
static int echo(void)
{
    enum { ROOM = 1 << 18, LONGEST = 256 };
    static char in[ROOM + LONGEST], out[2 * ROOM + LONGEST];
    static const char verdict[8] = " valid\n";
    size_t kept = 0;
    ssize_t got;

    while ((got = read(STDIN_FILENO, in + kept, ROOM - kept)) > 0) {
        char *at = in, *end = in + kept + got, *stop, *to = out;
        for (; (stop = memchr(at, '\n', (size_t)(end - at))) != NULL; at = stop + 1) {
            size_t length = (size_t)(stop - at);
            require(length < LONGEST, "a long line");
            memcpy(to, at, length < 16 ? 16 : LONGEST);
            memcpy(to + length, verdict, sizeof verdict);
            to += length + 7;
        }
        kept = (size_t)(end - at);
        memmove(in, at, kept);
        for (char *from = out; from < to;) {
            ssize_t wrote = write(STDOUT_FILENO, from, (size_t)(to - from));
            require(wrote > 0, "cannot write");
            from += wrote;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct khi_lexicon *lexicon = NULL;

    if (argc == 2 && strcmp(argv[1], "echo") == 0)
        return echo();
    if (argc > 2 && strcmp(argv[1], "filter") == 0)
        return run_command(1, argv + 2);
    if (argc > 3 && strcmp(argv[1], "run") == 0) {
        int null = open("/dev/null", O_RDWR);
        int out = dup(STDOUT_FILENO);
        dup2(null, STDIN_FILENO);
        fcntl(out, F_SETFD, FD_CLOEXEC);
        return run_command(atoi(argv[2]), argv + 3);
    }
    require(khi_lexicon_open(KHI_LEXICON_DEFAULT, NULL, &lexicon) == KHI_OK, "no dictionary");
    trie = lexicon->trie;
    make_queries(1 << 19);
    if (argc == 1)
        return print_lookups();
    if (strcmp(argv[1], "queries") == 0)
        for (int i = 0; i < 2 * WORDS; i++)
            puts(queries[i].text);
    if (strcmp(argv[1], "rounds") == 0 && argc == 3) {
        for (int round = atoi(argv[2]); round > 0; round--)
            require(look_up_all() == WORDS, "an answer is wrong");
        printf("%d\n", atoi(argv[2]) * 2 * WORDS);
    }
    khi_lexicon_free(lexicon);
    return 0;
}
