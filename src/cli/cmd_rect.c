/* cmd_rect.c: khi rect: word rectangles. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands.h"

#include "terminal.h"

#include "khi/rect.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum format { FORMAT_GRID, FORMAT_LINE, FORMAT_JSON };
enum { BATCH = 256, WAIT_MS = 15, SAVE_SECONDS = 5, ESTIMATE_SECONDS = 3 };

struct run {
    const struct khi_rect_problem *problem;
    struct khi_rect *rect;
    enum format format;
    bool progress;
    bool shown; /* there is a progress line on the screen */
    double last_shown, last_saved;
    const char *checkpoint; /* or NULL */
    int fault;              /* errno, if standard output cannot be written */
    struct khi_rect_grid batch[BATCH];
};

/* ---- what is asked ---- */

static bool parse_format(const struct cli *cli, enum format *format)
{
    static const char *const names[] = {"grid", "line", "json"};
    const char *text = cli_value(cli, "format");

    *format = isatty(STDOUT_FILENO) ? FORMAT_GRID : FORMAT_LINE;
    if (text == NULL)
        return true;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *format = (enum format)i;
            return true;
        }
    cli_error("--format takes grid, line or json, not \"%s\"", text);
    return false;
}

static bool parse_numbers(const struct cli *cli, struct khi_rect_problem *problem)
{
    long limit = 0, threads = 0;

    if (!cli_number(cli, "limit", 1, LONG_MAX, &limit) ||
        !cli_number(cli, "threads", 1, KHI_RECT_THREADS, &threads))
        return false;
    problem->limit = (uint64_t)limit;
    problem->threads = (unsigned)threads;
    return true;
}

static void parse_flags(const struct cli *cli, struct khi_rect_problem *problem)
{
    problem->count_only = cli_has(cli, "count");
    problem->distinct = cli_has(cli, "distinct");
    problem->once = cli_has(cli, "once");
    problem->plain = getenv("KHI_PLAIN") != NULL;
    if (cli_has(cli, "symmetric"))
        problem->mirror = KHI_RECT_SYMMETRIC;
    else if (cli_has(cli, "no-symmetric"))
        problem->mirror = KHI_RECT_NO_SYMMETRIC;
}

static enum khi_status parse_texts(const struct cli *cli, struct khi_rect_problem *problem,
                                   struct khi_error *error)
{
    enum khi_status status = KHI_OK;
    const char *text = cli_value(cli, "template");

    if (text != NULL)
        status = khi_rect_parse_template(problem, text, error);
    text = cli_value(cli, "shard");
    if (status == KHI_OK && text != NULL)
        status = khi_rect_parse_shard(problem, text, error);
    for (int i = 0; status == KHI_OK && (text = cli_value_at(cli, "must", i)) != NULL; i++)
        status = khi_rect_add_must(problem, text, error);
    return status;
}

/* Where no grid can exist, that is an answer: none, and the reason. */
static int report(const struct cli *cli, const struct khi_error *error)
{
    cli_fail(error);
    if (error->code != KHI_RECT_NEVER)
        return CLI_ERROR;
    if (cli_has(cli, "count"))
        puts("0");
    return cli_finish(CLI_NO);
}

/* CLI_YES, or the exit status after a message. */
static int parse_problem(const struct cli *cli, struct khi_rect_problem *problem)
{
    struct khi_error error = {0};
    unsigned width, height;

    if (cli->word_count != 1)
        return cli_usage_error(cli, "rect takes one size, such as 5x4");
    if (cli_has(cli, "symmetric") && cli_has(cli, "no-symmetric"))
        return cli_usage_error(cli, "--symmetric and --no-symmetric exclude each other");
    if (khi_rect_parse_size(cli->words[0], &error, &width, &height) != KHI_OK)
        return cli_fail(&error);
    khi_rect_problem_init(problem, width, height);
    parse_flags(cli, problem);
    if (!parse_numbers(cli, problem))
        return CLI_ERROR;
    if (parse_texts(cli, problem, &error) != KHI_OK)
        return report(cli, &error);
    return CLI_YES;
}

/* ---- interruption ---- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* A closed pipe is to end the search, not the process: there may be a checkpoint to write. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

/* ---- output ---- */

static void print_grid(const char *text)
{
    for (; *text != '\0'; text++)
        putchar(*text == '/' ? '\n' : *text);
    puts("\n");
}

static void print_json(const struct khi_rect_problem *problem, const char *text)
{
    unsigned stride = problem->width + 1;

    for (unsigned row = 0; row < problem->height; row++)
        printf("%s\"%.*s\"", row ? ", " : "{\"rows\": [", (int)problem->width, text + row * stride);
    for (unsigned col = 0; col < problem->width; col++) {
        fputs(col ? "\", \"" : "], \"columns\": [\"", stdout);
        for (unsigned row = 0; row < problem->height; row++)
            putchar(text[row * stride + col]);
    }
    puts("\"]}");
}

static void print(const struct run *run, const char *text)
{
    if (run->format == FORMAT_GRID)
        print_grid(text);
    else if (run->format == FORMAT_JSON)
        print_json(run->problem, text);
    else
        puts(text);
}

/* Prints what there is. Grids that could not be written are not confirmed. */
static void print_found(struct run *run)
{
    size_t count;

    while (run->fault == 0 && !interrupted &&
           (count = khi_rect_take(run->rect, run->batch, BATCH)) > 0) {
        errno = 0;
        for (size_t i = 0; i < count; i++)
            print(run, run->batch[i].text);
        if (fflush(stdout) != 0 || ferror(stdout))
            run->fault = errno != 0 ? errno : EIO;
        else
            khi_rect_confirm(run->rect);
    }
}

/* ---- progress ---- */

static void format_time(double seconds, char *text, size_t size)
{
    if (seconds < 0)
        snprintf(text, size, "?");
    else if (seconds < 60)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 3600)
        snprintf(text, size, "%.0f min", seconds / 60);
    else if (seconds < 360000)
        snprintf(text, size, "%.1f h", seconds / 3600);
    else
        snprintf(text, size, "%.0f days", seconds / 86400);
}

static void show_progress(struct run *run, const struct khi_rect_progress *now)
{
    enum { WIDTH = 20 };
    char bar[WIDTH + 1], left[32], text[160];

    for (int i = 0; i < WIDTH; i++)
        bar[i] = now->fraction * WIDTH > i ? '#' : '-';
    bar[WIDTH] = '\0';
    format_time(now->left, left, sizeof left);
    snprintf(text, sizeof text, "[%s] %5.1f%%  %" PRIu64 " grids, %.0f/s, %s left", bar,
             100 * now->fraction, now->found, now->speed, left);
    fprintf(stderr, "\r%.*s\033[K", (int)terminal_width(STDERR_FILENO) - 1, text);
    run->shown = true;
    run->last_shown = now->seconds;
}

static void clear_progress(struct run *run)
{
    if (run->shown)
        fputs("\r\033[K", stderr);
    run->shown = false;
}

/* ---- the search ---- */

/* CLI_YES, or CLI_ERROR after a message. */
static int save(struct run *run)
{
    struct khi_error error = {0};

    if (run->checkpoint == NULL || khi_rect_save(run->rect, run->checkpoint, &error) == KHI_OK)
        return CLI_YES;
    clear_progress(run);
    return cli_fail(&error);
}

static int follow(struct run *run)
{
    struct khi_rect_progress now;
    int status = save(run); /* one that cannot be written is better known at once */

    if (status != CLI_YES)
        return status;
    do {
        khi_rect_wait(run->rect, WAIT_MS);
        khi_rect_progress(run->rect, &now);
        if (run->progress && now.seconds - run->last_shown > 0.2)
            show_progress(run, &now);
        if (isatty(STDOUT_FILENO) && now.taken < now.found && !run->problem->count_only)
            clear_progress(run);
        print_found(run);
        if (status == CLI_YES && now.seconds - run->last_saved > SAVE_SECONDS) {
            status = save(run);
            run->last_saved = now.seconds;
        }
        khi_rect_progress(run->rect, &now);
    } while (now.state == KHI_RECT_RUNNING && run->fault == 0 && !interrupted && status == CLI_YES);
    khi_rect_stop(run->rect);
    clear_progress(run);
    return status == CLI_YES ? save(run) : status;
}

static int search(struct run *run)
{
    struct khi_rect_progress now;
    struct khi_error error = {0};
    int status = follow(run);

    khi_rect_progress(run->rect, &now);
    if (now.state == KHI_RECT_FAILED) {
        khi_rect_failure(run->rect, &error);
        return cli_fail(&error);
    }
    if (status != CLI_YES)
        return status;
    if (run->fault != 0 && run->fault != EPIPE)
        return cli_error("standard output: cannot write: %s", strerror(run->fault));
    if (run->problem->count_only)
        printf("%" PRIu64 "\n", now.found);
    if (interrupted && !now.complete)
        status = cli_error("interrupted at %.1f%% of the search", 100 * now.fraction);
    else
        status = now.found > 0 ? CLI_YES : CLI_NO;
    return run->fault != 0 ? status : cli_finish(status);
}

/* ---- the estimate ---- */

static int print_estimate(const struct run *run, const struct khi_lexicon *lexicon,
                          struct khi_error *error)
{
    const struct khi_rect_problem *problem = run->problem;
    long cores = problem->threads > 0 ? (long)problem->threads : sysconf(_SC_NPROCESSORS_ONLN);
    double threads = cores > 0 ? (double)cores : 1;
    struct khi_rect_estimate sum;

    if (khi_rect_estimate(problem, lexicon, ESTIMATE_SECONDS, error, &sum) != KHI_OK)
        return CLI_ERROR;
    double seconds = sum.seconds / threads, wrong = sum.seconds_error / threads;
    if (run->format == FORMAT_JSON)
        printf("{\"first_rows\": %" PRIu64 ", \"parts\": %" PRIu64 ", \"sampled\": %" PRIu64
               ", \"grids\": %.0f, \"grids_error\": %.0f, \"threads\": %.0f, "
               "\"seconds\": %.3f, \"seconds_error\": %.3f, \"exact\": %s}\n",
               sum.first_rows, sum.parts, sum.sampled, sum.grids, sum.grids_error, threads, seconds,
               wrong, sum.exact ? "true" : "false");
    else
        printf("size     %" PRIu64 " first rows in %" PRIu64 " parts, %" PRIu64 " of them tried\n"
               "grids    %.4g +- %.2g\n"
               "seconds  %.4g +- %.2g with %.0f thread%s\n",
               sum.first_rows, sum.parts, sum.sampled, sum.grids, sum.grids_error, seconds, wrong,
               threads, threads > 1 ? "s" : "");
    return cli_finish(CLI_YES);
}

/* ---- the command ---- */

int command_rect(struct cli *cli)
{
    struct khi_rect_problem problem;
    struct khi_error error = {0};
    static struct run run;
    int status = parse_problem(cli, &problem);

    if (status != CLI_YES)
        return status;
    run = (struct run){.problem = &problem, .last_shown = 0.3};
    run.progress = !cli_has(cli, "quiet") && (cli_has(cli, "progress") || isatty(STDERR_FILENO));
    if (!parse_format(cli, &run.format))
        return CLI_ERROR;
    struct khi_lexicon *lexicon = cli_open_lexicon(cli, NULL, false);
    if (lexicon == NULL)
        return CLI_ERROR;
    problem.checkpoint = run.checkpoint = cli_value(cli, "checkpoint");
    if (cli_has(cli, "estimate")) {
        status = print_estimate(&run, lexicon, &error);
    } else {
        catch_signals();
        if (khi_rect_begin(&problem, lexicon, NULL, NULL, &error, &run.rect) == KHI_OK)
            status = search(&run);
    }
    if (error.code != KHI_OK)
        status = report(cli, &error);
    khi_rect_free(run.rect);
    khi_lexicon_free(lexicon);
    return status;
}
