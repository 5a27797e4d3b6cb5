#!/bin/sh
# words.sh: khi check on a million words and khi find on a rack, against what one would do without
# them. Called by run.sh.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
khi=$BUILD/src/khi
bench=$BUILD/src/bench/bench_trie
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# comm compares by the rules of the locale, which takes longer than in C, where this script runs
user_locale=${LC_ALL:-${LC_COLLATE:-${LANG:-C}}}
LC_ALL=C
export LC_ALL khi scratch
unset KHI_DICT

ratio() { awk "BEGIN { printf \"%.1f\", $1 / $2 }"; }
# The least CPU time of several runs, in microseconds: other work on the machine only adds.
cost() {
    turns=$1
    shift
    for _ in 1 2 3 4 5; do "$bench" run "$turns" "$@" 2>/dev/null | tail -1 | awk '{print $1}'; done |
        sort -n | head -1
}
# measure REPEATS INPUT COMMAND...: sets cpu and elapsed to the medians in microseconds of the command
# alone, which reads from a pipe and writes into one.
measure() {
    repeats=$1 input=$2 middle=$((($1 + 1) / 2))
    shift 2
    for _ in $(seq "$repeats"); do
        # shellcheck disable=SC2002
        cat "$input" | "$bench" filter "$@" 2>/dev/null | tail -n 1
    done >"$scratch/times"
    cpu=$(cut -d ' ' -f 1 "$scratch/times" | sort -n | sed -n "${middle}p")
    elapsed=$(cut -d ' ' -f 2 "$scratch/times" | sort -n | sed -n "${middle}p")
}
# ours NAME ARGUMENTS-OF-MEASURE...: what the rows below it are compared with
ours() {
    name=$1
    shift
    measure "$@"
    our_cpu=$cpu our_elapsed=$elapsed
    printf '  %-38s %8d %8d us\n' "$name" "$cpu" "$elapsed"
}
row() {
    name=$1
    shift
    measure "$@"
    printf '  %-38s %8d %8d us: %s and %s times khi\n' "$name" "$cpu" "$elapsed" \
        "$(ratio "$cpu" "$our_cpu")" "$(ratio "$elapsed" "$our_elapsed")"
}

"$khi" dict dump >"$scratch/list"
# a million words in random order, a quarter of them in the list, the others with one letter changed
awk 'BEGIN { srand(7) }
     { print; n = length($0)
       for (i = 0; i < 3; i++) {
           at = 1 + int(rand() * n)
           print substr($0, 1, at - 1) sprintf("%c", 65 + int(rand() * 26)) substr($0, at + 1)
       } }' "$scratch/list" |
    awk 'BEGIN { srand(8) } { print rand() "\t" $0 }' | sort | cut -f 2 | head -n 1000000 >"$scratch/words"
sort "$scratch/words" >"$scratch/sorted"

list=$scratch/list words=$scratch/words sorted=$scratch/sorted
echo "a million sorted words from a pipe, each program alone (CPU and elapsed, medians of 9; goal: 5):"
ours "khi check -     (a verdict for each)" 9 "$sorted" "$khi" check -
row "khi check -q -  (nothing)" 9 "$sorted" "$khi" check -q -
row "no lookup at all (a verdict for each)" 9 "$sorted" "$bench" echo
row "comm -12        (the words in the list)" 9 "$sorted" comm -12 - "$list"
row "comm -2         (each, in two columns)" 9 "$sorted" comm -2 - "$list"
for locale in $(printf '%s\n' C.UTF-8 "$user_locale" | sort -u); do
    row "comm -12        (in locale $locale)" 9 "$sorted" env LC_ALL="$locale" comm -12 - "$list"
done
echo "the same words in random order:"
ours "khi check -     (a verdict for each)" 9 "$words" "$khi" check -
row "khi check -q -  (nothing)" 9 "$words" "$khi" check -q -
row "sort | comm -12 (the words in the list)" 5 "$words" sh -c "sort | comm -12 - '$list'"
row "grep -Fx -f LIST" 3 "$words" grep -Fx -f "$list"
row "grep -Fx -f WORDS LIST" 3 "$words" grep -Fx -f - "$list"

# The scan reads the list line by line with fgets and counts each word's letters against the rack.
echo "racks of 7 with 2 blanks (CPU; chosen from poor to rich in words):"
${CC:-cc} -O2 -o "$scratch/scan" "$SOURCE/src/bench/scan.c"
start=$(cost 50 "$khi" --version)
: >"$scratch/empty"
scan_start=$(cost 50 "$scratch/scan" A "$scratch/empty")
echo "  start alone: khi $start us, the scan $scan_start us, taken off below"
for rack in 'BDOGT??' 'ELRUW??' 'AIKNS??' 'CEHOY??' 'AEFGP??' 'AEINR??'; do
    "$khi" find "$rack" --sort alpha | tr '[:lower:]' '[:upper:]' | sort >"$scratch/ours"
    "$scratch/scan" "$rack" "$scratch/list" | sort >"$scratch/theirs"
    cmp -s "$scratch/ours" "$scratch/theirs" || echo "  the answers differ!"
    ours=$(cost 30 "$khi" find "$rack")
    peer=$(cost 3 "$scratch/scan" "$rack" "$scratch/list")
    echo "  $rack  khi find $((ours - start)) us, a plain scan $((peer - scan_start)) us:" \
        "$(ratio $((peer - scan_start)) $((ours - start))) times khi (goal: at least 20);" \
        "with the start $ours and $peer us: $(ratio "$peer" "$ours"); $(wc -l <"$scratch/ours") words"
done
