#!/bin/sh
# words.sh: khi check on a million words and khi find on a rack, against what one would do without
# them. Called by run.sh.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
khi=$BUILD/src/khi
bench=$BUILD/src/bench/bench_trie
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
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

echo "a million words from a pipe (CPU):"
# the last cat: grep stops at the first line if it writes to /dev/null
pipe() { cost 1 sh -c "cat '$1' | $2 | cat >/dev/null"; }
ours=$(pipe "$scratch/words" "'$khi' check -")
ours_sorted=$(pipe "$scratch/sorted" "'$khi' check -")
echo "  khi check -                $ours us; $ours_sorted us if they come sorted"
peer=$(cost 1 sh -c "grep -Fx -f '$scratch/words' '$scratch/list' | cat >/dev/null")
echo "  grep -Fx -f WORDS LIST     $peer us, $(ratio "$peer" "$ours") times khi (goal: at least 5)"
peer=$(pipe "$scratch/words" "grep -Fx -f '$scratch/list'")
echo "  grep -Fx -f LIST WORDS     $peer us, $(ratio "$peer" "$ours") times khi (goal: at least 5)"
peer=$(pipe "$scratch/words" "sort | comm -12 - '$scratch/list'")
echo "  sort | comm -12 - LIST     $peer us, $(ratio "$peer" "$ours") times khi (goal: at least 5)"
peer=$(pipe "$scratch/sorted" "comm -12 - '$scratch/list'")
echo "  comm, on words sorted before  $peer us, $(ratio "$peer" "$ours_sorted") times khi on the same"

echo "racks of 7 with 2 blanks (CPU; chosen from poor to rich in words):"
${CC:-cc} -O2 -o "$scratch/scan" "$SOURCE/src/bench/scan.c"
start=$(cost 50 "$khi" --version)
: >"$scratch/empty"
scan_start=$(cost 50 "$scratch/scan" A "$scratch/empty")
echo "  start alone: khi $start us, the scan $scan_start us, taken off below"
for rack in 'BDOGT??' 'ELRUW??' 'AIKNS??' 'CEHOY??' 'AEFGP??' 'AEINR??'; do
    "$khi" find "$rack" --sort alpha | tr a-z A-Z | sort >"$scratch/ours"
    "$scratch/scan" "$rack" "$scratch/list" | sort >"$scratch/theirs"
    cmp -s "$scratch/ours" "$scratch/theirs" || echo "  the answers differ!"
    ours=$(($(cost 30 "$khi" find "$rack") - start))
    peer=$(($(cost 3 "$scratch/scan" "$rack" "$scratch/list") - scan_start))
    echo "  $rack  khi find $ours us, a plain scan $peer us:" \
        "$(ratio "$peer" "$ours") times khi (goal: at least 20), $(wc -l <"$scratch/ours") words"
done
