#!/bin/sh
# khi hooks.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
newline='
'
printf '%s\n' AT BAT CAT ATE EAT SEAT SEATS >"$scratch/list"
KHI_DICT=$scratch/list
export KHI_DICT
expect "hooks" 0 "BCE AT E" "" "$KHI" hooks at
expect "hooks of some words" 0 "S EAT -${newline}- SEAT S${newline}- DOG -" "" "$KHI" hooks eat SEAT dog
expect "no hooks" 1 "- DOG -" "" "$KHI" hooks dog
expect "hooks of what is no word" 0 "- EA T" "" "$KHI" hooks ea
expect "no word" 2 "" "khi: give the words whose hooks you want (see: khi help hooks)" "$KHI" hooks
expect "no letters" 2 "" "khi: \"a1\" is not made of letters A-Z alone*" "$KHI" hooks at a1
expect "an empty word" 2 "" "khi: \"\" is no word*" "$KHI" hooks ""
expect "a long word" 2 "" "khi: \"aaaa*\" has more than 64 letters*" \
    "$KHI" hooks "$(printf '%065d' 0 | tr 0 a)"
"$KHI" hooks --json at dog >"$scratch/json"
ok "json" jq -e '.dictionary == {"name":"list","words":7} and .words ==
    [{"word":"AT","valid":true,"front":"BCE","back":"E"},
     {"word":"DOG","valid":false,"front":"","back":""}]' "$scratch/json" >/dev/null
"$KHI" dict build -o "$scratch/small.trie" "$scratch/list"
head -c 20 "$scratch/small.trie" >"$scratch/cut.trie"
expect "a damaged dictionary" 2 "" "khi: *cut.trie: corrupt: *" \
    "$KHI" hooks at --dict "$scratch/cut.trie"
finish
