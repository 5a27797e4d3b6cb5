#!/bin/sh
# run.sh: what `make bench` runs. `make bench BENCH=trie` runs one part.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
: "${SOURCE:=$(pwd)}" "${BUILD:=$(pwd)}"
export SOURCE BUILD
[ $# -gt 0 ] || set -- trie words moves rect screen
for part; do
    echo "== $part"
    if [ -f "$SOURCE/src/bench/$part.sh" ]; then
        sh "$SOURCE/src/bench/$part.sh"
    elif [ ! -x "$BUILD/src/bench/bench_$part" ]; then
        echo "not built (configure without --disable-tests)"
    else
        "$BUILD/src/bench/bench_$part"
    fi
done
