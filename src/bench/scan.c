/* scan.c: the obvious program, for src/bench/words.sh: holds each line of a list against a rack.
 *
 *     scan RACK LIST
 */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

static int fits(const char *word, const int rack[256])
{
    int left[256], blanks = rack['?'];

    memcpy(left, rack, sizeof left);
    for (; *word != '\0'; word++)
        if (left[(unsigned char)*word]-- <= 0 && blanks-- <= 0)
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    int rack[256] = {0};
    char line[256];
    FILE *list = argc == 3 ? fopen(argv[2], "r") : NULL;

    if (list == NULL)
        return 2;
    for (const char *at = argv[1]; *at != '\0'; at++)
        rack[(unsigned char)*at]++;
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (fits(line, rack))
            puts(line);
    }
    return 0;
}
