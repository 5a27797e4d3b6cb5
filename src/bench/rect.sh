#!/bin/sh
# rect.sh: measures `khi rect`: seconds, grids a second and instructions, counting with one thread.
#
# WxHkK is the rectangle WxH over the words of those lengths in the order of dict/words.txt, keeping
# the 1st, the K+1-th, the 2K+1-th ... of each length. FWRF's figures (and the counts) were measured
# with the same lists on another machine; it is not needed here. Instructions are those of the whole
# process under callgrind and hardly differ between machines.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
: "${SOURCE:=$(pwd)}" "${BUILD:=$(pwd)}"
khi=${KHI:-$BUILD/src/khi}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# list PROBLEM: writes the words of a problem to $scratch/PROBLEM and sets size
list() {
    size=${1%k*}
    awk -v width="${size%x*}" -v height="${size#*x}" -v step="${1#*k}" '
        { n = length($1) } (n == width || n == height) && seen[n]++ % step == 0 { print $1 }
    ' "$SOURCE/dict/words.txt" >"$scratch/$1"
}

check() {
    [ "$count" = "$grids" ] || echo "$problem: $count grids, but there are $grids" >&2
}

printf '%-8s %10s %9s %12s %9s %7s\n' problem grids seconds 'grids/s' 'FWRF, s' ratio
while read -r problem grids theirs; do
    list "$problem"
    best=
    for _ in 1 2 3; do
        count=$( { command time -f %U -o "$scratch/time" "$khi" rect "$size" \
            --dict "$scratch/$problem" --count --threads 1 --quiet; } )
        check
        best=$(tail -n 1 "$scratch/time" | awk -v best="$best" \
            '{ print best == "" || $1 < best ? $1 : best }')
    done
    awk -v p="$problem" -v n="$grids" -v s="$best" -v f="$theirs" 'BEGIN {
        if (s < 0.005) s = 0.005 # the clock tells no less
        printf "%-8s %10d %9.3f %12.0f %9.2f %6.0fx\n", p, n, s, n / s, f, f / s }'
done <<END
3x3k1 9399067 1.21
4x4k3 434605 5.05
5x5k5 13695 11.13
6x6k6 259 41.27
7x7k8 0 27.65
8x8k8 0 30.18
7x6k8 0 15.53
8x5k6 0 16.49
END

command -v valgrind >/dev/null || { echo "valgrind is not installed: no instructions"; exit 0; }
printf '\n%-8s %10s %14s %14s %7s %9s\n' problem grids 'instr, 10^6' 'FWRF, 10^6' ratio 'limit'
while read -r problem grids theirs limit; do
    list "$problem"
    count=$(valgrind --tool=callgrind --callgrind-out-file="$scratch/callgrind" "$khi" rect "$size" \
        --dict "$scratch/$problem" --count --threads 1 --quiet 2>"$scratch/log")
    check
    awk -v p="$problem" -v n="$grids" -v f="$theirs" -v l="$limit" '/Collected/ {
        printf "%-8s %10d %14.1f %14d %6.0fx %9d\n", p, n, $NF / 1e6, f, f * 1e6 / $NF, l }' \
        "$scratch/log"
done <<END
3x3k1 9399067 6584 91
4x4k6 10222 1052 33
5x5k10 500 2538 50
6x6k12 1 8123 89
7x7k16 0 6807 55
8x8k16 0 7306 61
7x6k16 0 3972 89
8x5k12 0 4342 161
END
