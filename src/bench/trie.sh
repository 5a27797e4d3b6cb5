#!/bin/sh
# trie.sh: the dictionary against its peers: lookups, building, one word from a fresh process. Peers
# that are not installed are left out. Called by run.sh.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
khi=$BUILD/src/khi
bench=$BUILD/src/bench/bench_trie
list=$SOURCE/dict/words.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
LC_ALL=C
export LC_ALL
unset KHI_DICT

ratio() { awk "BEGIN { printf \"%.2f\", $1 / $2 }"; }
have() { command -v "$1" >/dev/null 2>&1; }
field() { awk "{ print \$$1 }"; }

tr a-z A-Z <"$list" >"$scratch/upper"
echo >>"$scratch/upper"
sort -u "$scratch/upper" >"$scratch/sorted"
"$bench" queries >"$scratch/queries"

echo "lookups, half words, half near misses, random order:"
"$bench" >"$scratch/lookups"
ours=$(sed -n 's/^khi //p' "$scratch/lookups")
echo "  khi            $ours ns"
peer=$(sed -n 's/^libdatrie //p' "$scratch/lookups")
[ -z "$peer" ] || echo "  libdatrie      $peer ns, $(ratio "$peer" "$ours") times khi (goal: at least 3)"
if have marisa-build; then
    marisa-build -o "$scratch/marisa" "$scratch/sorted" 2>/dev/null
    if ${CXX:-c++} -O2 -o "$scratch/bench_marisa" "$SOURCE/src/bench/bench_marisa.cc" -lmarisa \
        2>/dev/null; then
        peer=$("$scratch/bench_marisa" "$scratch/marisa" "$scratch/queries")
        echo "  marisa-trie    $peer ns, $(ratio "$peer" "$ours") times khi (goal: at least 3)"
    fi
fi
if have valgrind; then
    instructions() {
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" rounds "$1" 2>&1 >/dev/null |
            sed -n 's/.*Collected : //p'
    }
    few=$(instructions 0)
    many=$(instructions 2)
    lookups=$("$bench" rounds 2)
    echo "  instructions   $(((many - few) / lookups)) each (goal: at most 350)"
fi

echo "building the shipped list (CPU, memory):"
for input in "$list" "$scratch/sorted"; do
    use=$("$bench" run 5 "$khi" dict build -o "$scratch/out.trie" "$input")
    cpu=$(echo "$use" | field 1)
    memory=$(echo "$use" | field 3)
    echo "  khi            $cpu us, $memory kB, from $(basename "$input")"
done
echo "  size           $(wc -c <"$scratch/out.trie") bytes (goal: at most 1015000, better 945000)"
if have marisa-build; then
    use=$("$bench" run 5 marisa-build -o "$scratch/marisa" "$scratch/sorted" 2>/dev/null)
    peer_cpu=$(echo "$use" | field 1)
    peer_memory=$(echo "$use" | field 3)
    echo "  marisa-build   $peer_cpu us, $peer_memory kB:" \
        "khi takes $(ratio "$cpu" "$peer_cpu") of the CPU, $(ratio "$memory" "$peer_memory") of the memory (goal: below 1)"
fi

echo "one word from a fresh process (CPU, kernel included):"
echo 'int main(void) { return 0; }' >"$scratch/empty.c"
# shellcheck disable=SC2086 # words are meant to be split
$CC ${CFLAGS-} -o "$scratch/empty" "$scratch/empty.c" ${LIBS-}
# The least of several short runs: other work on the machine only adds.
once() {
    for _ in 1 2 3 4 5 6 7 8; do "$bench" run 50 "$@" 2>/dev/null | tail -1 | field 1; done |
        sort -n | head -1
}
empty=$(once "$scratch/empty")
ours=$(once "$khi" check -q ZYGOTES)
echo "  empty program  $empty us"
echo "  khi check      $ours us, $(ratio "$ours" "$empty") times the empty program (goal: at most 1.5)"
if have look; then
    peer=$(once look ZYGOTES "$scratch/sorted")
    echo "  look           $peer us: khi takes $(ratio "$ours" "$peer") of it (goal: below 1)"
fi
peer=$(once grep -Fxq ZYGOTES "$scratch/sorted")
echo "  grep -Fxq      $peer us: khi takes $(ratio "$ours" "$peer") of it (goal: below 0.5)"
