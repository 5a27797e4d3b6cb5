#!/bin/sh
# map.sh: every file that the texts name exists, and doc/map.md names every source.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
cd "$SOURCE" || exit 99

# named TEXT: the paths in it, such as src/core/trie.c
named() {
    grep -oE '(^|[^A-Za-z0-9_./~-])(src|include|tests|doc|dict|share)/[A-Za-z0-9_./*-]*[A-Za-z0-9_*]' "$1" |
        sed 's/^[^a-z]//' | sort -u
}

for text in README CONTRIBUTING SECURITY doc/*.md; do
    named "$text" >"$scratch/named"
    while read -r path; do
        # what the build makes is not in the repository
        case $path in
        src/khi | dict/words.trie | doc/khi.6) continue ;;
        esac
        found=0
        for match in $path; do
            [ -e "$match" ] && found=1
        done
        ok "$text names $path" test $found -eq 1
    done <"$scratch/named"
done
for source in src/*.c src/*/*.c; do
    ok "doc/map.md names $source" grep -qF "$source" doc/map.md
done
finish
