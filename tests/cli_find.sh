#!/bin/sh
# khi find: racks, parts, patterns, sorting, columns, JSON, bad input.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
newline='
'
printf '%s\n' CAT ACT CATS SCAT TACO COAT DOG REATTACH >"$scratch/list"
KHI_DICT=$scratch/list
export KHI_DICT

lines() { # lines NAME "WORD WORD" COMMAND...: prints these words, a line each
    name=$1 words=$2
    shift 2
    expect "$name" 0 "$(printf '%s\n' $words)" "" "$@"
}
lines "longest first, then alphabetical" "CATS SCAT ACT CAT" "$KHI" find scat
lines "a blank in lower case" "CATs COAT sCAT TACO ACT CAT" "$KHI" find 'octa*'
expect "none found" 1 "" "" "$KHI" find zzz
lines "all letters" "COAT TACO" "$KHI" find taco --all
lines "in alphabetical order" "ACT CAT CATS SCAT" "$KHI" find scat --sort alpha
lines "by value" "COAT TACO CATs sCAT ACT CAT" "$KHI" find 'taco?' --sort=value
lines "the first two" "CATS SCAT" "$KHI" find scat --limit 2
expect "how many" 0 4 "" "$KHI" find scat --count --limit 2
expect "how many: none" 1 0 "" "$KHI" find zz --count
lines "prefix" "CATS CAT" "$KHI" find ts --prefix CA
lines "suffix without a rack" "SCAT CAT" "$KHI" find --suffix cat
lines "contains" "CATS SCAT CAT" "$KHI" find --contains cat
lines "parts that overlap" "REATTACH" "$KHI" find tach --prefix re --contains eat
lines "pattern" "ACT CAT DOG" "$KHI" find --pattern '...'
lines "pattern with a rack" "CATS" "$KHI" find scat --pattern '[^s]*S'
lines "length" "CATS SCAT" "$KHI" find scat --length 4
lines "lengths" "CATS SCAT ACT CAT" "$KHI" find scat --length 3-4

# ---- JSON ----
"$KHI" find 'taco?' --sort value --limit 3 --json >"$scratch/json"
ok "json" jq -e '.count == 6 and (.words | length) == 3 and .dictionary.name == "list" and
    .dictionary.words == 8 and .words[2] ==
    {"word":"CATS","shown":"CATs","length":4,"blanks":1,"value":4.5}' "$scratch/json" >/dev/null
"$KHI" find zzz --json >"$scratch/json"
ok "json of nothing" jq -e '.count == 0 and .words == []' "$scratch/json" >/dev/null
"$KHI" find scat --count --json >"$scratch/json"
ok "json of a count" jq -e '.count == 4 and has("words") == false' "$scratch/json" >/dev/null

# ---- bad input: one sentence, exit status 2 ----
many=$(printf '%065d' 0 | tr 0 a)
bad() { # bad NAME SENTENCE COMMAND...
    name=$1 sentence=$2
    shift 2
    expect "$name" 2 "" "khi: $sentence (see: khi help find)" "$@"
}
bad "nothing asked" "give letters, or *" "$KHI" find
bad "only a length" "give letters, or *" "$KHI" find --length 3
bad "no letters" "\"ca7\" is not a rack: *" "$KHI" find ca7
bad "empty letters" "the rack is empty" "$KHI" find ""
bad "an empty pattern" "the pattern is empty" "$KHI" find --pattern ""
bad "an empty prefix" "the prefix is empty" "$KHI" find --prefix=
bad "a range backwards" "the length 5-3 begins above its end" "$KHI" find cat --length 5-3
bad "no length" "\"x\" is not a length: *" "$KHI" find cat --length x
bad "more than 64 letters" "the rack has more than 64 letters" "$KHI" find "$many"
bad "a suffix of more than 64" "the suffix has more than 64 letters" "$KHI" find --suffix "$many"
bad "an open set" "the [[] at character 2 of the pattern \"c[[]a\" has no ]" \
    "$KHI" find --pattern 'c[a'
bad "a bad pattern" "character 2 of the pattern \"c1\" is none of: *" "$KHI" find --pattern c1
bad "two racks" "give the letters as one word*" "$KHI" find ca t
bad "a wrong order" "--sort takes length, alpha or value, not \"x\"" "$KHI" find cat --sort x
bad "all of nothing" "all letters can be used only where letters are given" \
    "$KHI" find --prefix c --all
expect "a wrong limit" 2 "" "khi: --limit takes *" "$KHI" find cat --limit 0
expect "no such dictionary" 2 "" "khi: *" "$KHI" find cat --dict "$scratch/nope.trie"
"$KHI" dict build -o "$scratch/small.trie" "$scratch/list"
head -c 20 "$scratch/small.trie" >"$scratch/cut.trie"
expect "a damaged dictionary" 2 "" "khi: *cut.trie: corrupt: *" \
    "$KHI" find cat --dict "$scratch/cut.trie"
unset KHI_DICT
{ "$KHI" find --pattern '*' 2>"$scratch/err"; } | head -n 1 >/dev/null
ok "a closed pipe ends quietly" test ! -s "$scratch/err"

# ---- columns on a terminal ----
if command -v script >/dev/null; then
    columns() {
        script -qec "stty cols 20 2>/dev/null; '$KHI' --dict '$scratch/list' find $1" /dev/null \
            </dev/null | tr -d '\r'
    }
    ok "columns under a heading for each length" test "$(columns scat)" = \
        "4 letters: 2 words${newline}CATS  SCAT${newline}${newline}3 letters: 2 words${newline}ACT  CAT"
    ok "columns fit the window" test "$(columns "--pattern '?*' --sort alpha")" = \
        "ACT       CAT${newline}CATS      COAT${newline}DOG       REATTACH${newline}SCAT      TACO"
else
    echo "script is not installed: columns are not checked"
fi
finish
