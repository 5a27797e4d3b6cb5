/* mkhostile.c: writes the hostile files into a directory and prints, for each, its name, the byte
 * and the fault. usage: mkhostile DIRECTORY */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hostile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    for (const struct hostile *hostile = hostiles; hostile->name != NULL; hostile++) {
        char path[PATH_MAX];
        size_t size;
        uint8_t *bytes = hostile_bytes(hostile, &size);
        snprintf(path, sizeof path, "%s/%s.trie", argv[1], hostile->name);
        FILE *file = fopen(path, "wb");
        if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
            perror(path);
            return 1;
        }
        free(bytes);
        printf("%s\t%zu\t%s\n", hostile->name, hostile->offset, hostile->fault);
    }
    return 0;
}
