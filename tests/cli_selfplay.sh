#!/bin/sh
# cli_selfplay.sh: khi selfplay and khi replay, and the games that go from one to the other.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
cd "$scratch" || exit 99
: "${KHI_GAMES:=60}"

# ---- selfplay ----
ok "many games without a fault" sh -c "'$KHI' selfplay --games $KHI_GAMES --seed 11 --left easy >text"
ok "they all end" grep -q "^games  *$KHI_GAMES from seed 11" text
"$KHI" selfplay --games 20 --seed 3 --left hard --right easy --record one --json >one.json
"$KHI" selfplay --games 20 --seed 3 --left hard --right easy --record two >/dev/null
ok "the same seed gives the same games" diff -r one two
ok "a file for each game" test "$(ls one | wc -l)" -eq 20
ok "the sums agree" jq -e '.games == 20 and (.wins | add) == 20 and (.ends | add) == 20 and
    .mean_turns > 2 and .turns_per_second > 0' one.json >/dev/null
"$KHI" selfplay --seed 4 --left hard --right easy --record three >/dev/null
ok "game 2 of seed 3 is game 1 of seed 4" cmp -s one/4-hard-easy.khi three/4-hard-easy.khi
printf 'AA\nAB\nZZZ\n' >few.txt
ok "a poor dictionary ends too" sh -c "'$KHI' --dict few.txt selfplay --games 5 >/dev/null"
printf 'ZZZ\n' >none.txt
expect "without words both pass" 0 "*both passed 3*" "" "$KHI" --dict none.txt selfplay --games 3

expect "human is no level here" 2 "" 'khi: --left takes easy or hard, not "human"' \
    "$KHI" selfplay --left human
expect "a bad seed" 2 "" 'khi: --seed takes a whole number from 0 to *, not "-1"' \
    "$KHI" selfplay --seed=-1
expect "a huge seed" 2 "" 'khi: --seed takes *' "$KHI" selfplay --seed 18446744073709551616
expect "no games" 2 "" 'khi: --games takes *' "$KHI" selfplay --games 0
expect "words" 2 "" 'khi: selfplay takes options only *' "$KHI" selfplay 5
expect "a directory that is a file" 2 "" 'khi: few.txt/below: cannot write: *' \
    "$KHI" selfplay --record few.txt/below
expect "an empty name" 2 "" 'khi: --record needs the name of a directory *' \
    "$KHI" selfplay --record ''
expect "the last seed goes round" 0 "games*" "" \
    "$KHI" selfplay --games 2 --seed 18446744073709551615

# ---- replay ----
game=one/3-hard-easy.khi
expect "a game in text" 0 "dictionary words *seed 3, left hard, right easy*  1 left *wins*" "" \
    "$KHI" replay $game
actions=$(grep -cE '^[0-9]+ [0-9]+ |^change$|^pass$' $game)
ok "all actions are listed" \
    test "$("$KHI" replay $game | grep -cE '^ *[0-9]+ (left|right)')" -eq "$actions"
expect "up to an action" 0 "*  3 left*" "" "$KHI" replay $game --at 3
ok "and not beyond" sh -c "! '$KHI' replay $game --at 3 | grep -qE '^  4 (left|right)'"
ok "the board is one that moves reads" sh -c "'$KHI' replay $game --at 4 --board >board.txt &&
    '$KHI' moves --board board.txt --rack ETAOIN --count >/dev/null"
ok "at 0 the board is empty" sh -c "! '$KHI' replay $game --at 0 --board | grep -q '[A-Za-z]'"
expect "beyond the end" 2 "" "khi: --at takes a whole number from 0 to $actions, not \"9999\"" \
    "$KHI" replay $game --at 9999
# every recorded play is among those that moves finds
n=0
"$KHI" replay $game | sed -nE 's/^ *([0-9]+) (left|right) +([A-Z*]+) +([0-9].*)/\1 \2 \3 \4/p' >plays
while read -r number side rack play; do
    "$KHI" replay $game --at $((number - 1)) --board >board.txt
    player=0
    [ "$side" = right ] && player=1
    first=
    [ "$number" -le 2 ] && first=--first
    # shellcheck disable=SC2086 # empty or one word
    "$KHI" moves --board board.txt --rack "$rack" --player $player $first | grep -qxF "$play" ||
        fail "play $number is not found: $play"
    n=$((n + 1))
done <plays
ok "plays were looked for" test "$n" -gt 3

# ---- files that are refused ----
expect "a missing file" 2 "" "khi: none.khi: cannot read: *" "$KHI" replay none.khi
expect "no file" 2 "" "khi: replay takes one saved game *" "$KHI" replay
expect "a directory" 2 "" "khi: one: cannot read: *" "$KHI" replay one
expect "a foreign file" 2 "" "khi: few.txt: line 1: this is no saved game of Khi" "$KHI" replay few.txt
head -c 300 $game >cut.khi
expect "a file cut short" 2 "" "khi: cut.khi: line *: the file ends before its checksum" \
    "$KHI" replay cut.khi
sed 's/^seed 3$/seed 4/' $game >edited.khi
expect "an edited file" 2 "" "khi: edited.khi: line 8: *" "$KHI" replay edited.khi
sed 's/^assisted no$/assisted yes/' $game >edited.khi
expect "an edit that plays on" 2 "" "khi: edited.khi: line *: the checksum is wrong*" \
    "$KHI" replay edited.khi
sed 's/^khi save 1$/khi save 9/' $game >newer.khi
expect "a newer version" 2 "" 'khi: newer.khi: line 1: "khi save 9" was written by a newer *' \
    "$KHI" replay newer.khi
expect "other words" 0 "dictionary words *" "khi: *: warning: it was played with other words (words)*" \
    "$KHI" --dict few.txt replay $game
finish
