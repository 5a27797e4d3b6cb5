#!/bin/sh
# layers.sh: proves that each layer stands on those below it alone, and that the core keeps to itself:
# it knows no terminal, prints nothing, never exits and exports only khi_ names.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
cd "$SOURCE" || exit 99

# no_include WHAT PATTERN FILES...: none of the files includes what the pattern names
no_include() {
    what=$1 pattern=$2
    shift 2
    found=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "$@" /dev/null)
    if [ -z "$found" ]; then pass; else fail "$what: $found"; fi
}

curses='(ncursesw?/)?(n?curses|panel|term|menu|form)\.h'
terminal="$curses|termios\.h|sys/ioctl\.h|histedit\.h|editline/|readline"
no_include "the core includes no terminal library" "$terminal" include/khi/* src/core/*
no_include "the core includes nothing of the front ends" '(\.\./)*(src/)?(cli|tui)/|cli\.h|commands\.h' \
    include/khi/* src/core/*
no_include "the core's interface needs nothing outside it" '\.\.|core/' include/khi/*
no_include "the commands use no curses" "$curses" src/cli/*

# What the compiled core asks of the C library. A sanitizer or gcov adds names of its own.
nm -g --undefined-only "$BUILD/src/libkhi.a" "$BUILD/src/libwords.a" | awk 'NF == 2 { print $2 }' |
    sed 's/@.*//' | sort -u >"$scratch/undefined"
ok "the core's names can be listed" grep -q '^malloc$' "$scratch/undefined"
# Streams of its own the core may write (fprintf to a file or to memory); the standard ones it may not.
printing='(__)?v?d?printf(_chk)?|puts|putchar(_unlocked)?|perror|stdin|stdout|stderr|psignal|v?warnx?|v?errx?|syslog'
leaving='exit|_exit|_Exit|quick_exit|abort'
found=$(grep -E "^($printing|$leaving)\$" "$scratch/undefined")
if [ -z "$found" ]; then pass; else fail "the core prints or exits:" "$found"; fi

nm -g --defined-only "$BUILD/src/libkhi.a" "$BUILD/src/libwords.a" | awk 'NF == 3 { print $3 }' |
    sort -u >"$scratch/defined"
ok "the core exports something" grep -q '^khi_trie_contains$' "$scratch/defined"
found=$(grep -vE '^(khi_|__(asan|ubsan|tsan|odr_asan|gcov|llvm|sanitizer|start|stop))' "$scratch/defined")
if [ -z "$found" ]; then pass; else fail "names without khi_:" "$found"; fi

# A name gives its file.
for file in src/core/*.c; do
    module=$(basename "$file" .c)
    [ "$module" = embedded ] && continue # for lexicon.c alone
    # part_of.c may stand beside part.c
    ok "$module.c has its header" test -f "include/khi/$module.h" -o -f "include/khi/${module%%_*}.h"
done
finish
