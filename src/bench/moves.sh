#!/bin/sh
# moves.sh: the search for plays and the computer. Counts instructions with valgrind where it is
# installed. For comparison, MAGPIE with the same words: about 1350 instructions a play without a
# full list, 1550 to 1870 with one; 3400-5400, 670-820 and 100-160 positions/s with 0, 1, 2 blanks.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
bench=$BUILD/src/bench/bench_moves
"$bench"
if command -v valgrind >/dev/null; then
    for run in "0 400" "1 60" "2 8" "3 2"; do
        # shellcheck disable=SC2086 # two words
        valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
            --toggle-collect="list_plays*" --log-file="$BUILD/moves.log" "$bench" $run \
            >"$BUILD/moves.out"
        awk -v run="$run" -v plays="$(cat "$BUILD/moves.out")" '/Collected/ {
            printf "%d stars: %.0f instructions a play, %.0f a position\n", run, $4 / plays,
                $4 / substr(run, 3) }' "$BUILD/moves.log"
    done
    rm -f "$BUILD/moves.log" "$BUILD/moves.out"
fi
for sides in "--left hard --right easy" "--left easy --right hard"; do
    # shellcheck disable=SC2086
    "$BUILD/src/khi" selfplay --games 500 --seed 1 $sides | grep -E 'wins|second'
done
