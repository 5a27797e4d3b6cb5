#!/bin/sh
# cli_moves.sh: khi moves.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"

# board FILE ROW TEXT...: a board with these rows, empty otherwise
board() {
    file=$1
    shift
    awk -v count=$# 'BEGIN {
        for (i = 1; i < ARGC; i += 2) text[ARGV[i]] = ARGV[i + 1]
        for (row = 0; row < 19; row++) print text[row]
    }' "$@" >"$file"
}

cd "$scratch" || exit 99
board cat.txt 6 '  |  |  |D1' 7 '  |  |  |O1' 8 '  |  |  |G1' 9 'C0|A0|T0'
board empty.txt 9 ''
board peas.txt 7 '  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |P0' \
    8 '  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |E0' \
    9 '  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |  |C1|A1|T1|'

# ---- known answers ----
expect "a tile that makes two words captures" 0 "9 0 H S@9,3 CATS captures=3 win=0" "" \
    sh -c "'$KHI' moves --board cat.txt --rack S | grep ' CATS '"
expect "crossing the first word wins" 0 "7 17 V S@10,17 PEAS captures=3 win=1" "" \
    sh -c "'$KHI' moves --board peas.txt --rack S | grep ' PEAS '"
expect "a star is written in lower case" 0 "9 0 H s@9,3 CATS captures=3 win=0" "" \
    sh -c "'$KHI' moves --board cat.txt --rack '*' | grep ' CATS '"
expect "a first word of the left player" 0 "8 0 V X@8,0;U@9,0 XU captures=0 win=0
9 0 H X@9,0;U@9,1 XU captures=0 win=0
9 0 V X@9,0;U@10,0 XU captures=0 win=0" "" "$KHI" moves --board empty.txt --rack xu --first
expect "a first word of the right player" 0 "9 17 H X@9,17;U@9,18 XU captures=0 win=0" "" \
    "$KHI" moves --board empty.txt --rack XU --first --player 1
expect "no play" 1 "" "" "$KHI" moves --board cat.txt --rack Q --player 1
expect "no play, counted" 1 "0" "" "$KHI" moves --board empty.txt --rack ABC --count
expect "an empty rack has no play" 1 "" "" "$KHI" moves --board cat.txt --rack ''
expect "the best first, with its value" 0 "[0-9]*.[05] * captures=* win=?" "" \
    "$KHI" moves --board cat.txt --rack SERIATE --best 1
expect "a board from standard input" 0 "*CATS*" "" \
    sh -c "'$KHI' moves --board - --rack S <cat.txt"

# ---- the listings agree ----
"$KHI" moves --board cat.txt --rack 'SERIAT*' >all
ok "sorted bytewise, each once" sh -c 'LC_ALL=C sort -cu all'
ok "the count is that of the list" \
    test "$("$KHI" moves --board cat.txt --rack 'SERIAT*' --count)" = "$(wc -l <all | tr -d ' ')"
"$KHI" moves --board cat.txt --rack 'SERIAT*' --best 100000 | cut -d' ' -f2- | LC_ALL=C sort >best
ok "the best of all are all" cmp -s all best
"$KHI" moves --board cat.txt --rack 'SERIAT*' --json >all.json
ok "the JSON has as many" test "$(jq length all.json)" = "$(wc -l <all | tr -d ' ')"
jq -r '.[] | "\(.row) \(.col) \(.dir) \(.tiles) \(.word) captures=\(.captures) win=\(if .win then 1 else 0 end)"' \
    all.json | LC_ALL=C sort >from-json
ok "the JSON has the same plays" cmp -s all from-json
ok "the best in JSON descend by value" sh -c "'$KHI' moves --board cat.txt --rack SERIATE --best 9 --json |
    jq -e 'map(.value) == (map(.value) | sort | reverse)' >/dev/null"
ok "an empty JSON list" sh -c "'$KHI' moves --board empty.txt --rack ABC --json | jq -e '. == []' >/dev/null"

# ---- bad input: one sentence, status 2 ----
head -n 18 empty.txt >short.txt
board player2.txt 3 'A0|B2'
board many.txt 3 'Q0|Q0|Q0|Q0|Q0'
board quiz.txt 3 'Q0'
expect "digits on the rack" 2 "" 'khi: a rack is made of the letters A-Z and \*, not "AB1"' \
    "$KHI" moves --board cat.txt --rack AB1
expect "eight letters" 2 "" "khi: a rack has at most 7 tiles, not 8" \
    "$KHI" moves --board cat.txt --rack ABCDEFGH
expect "more Qs than exist" 2 "" "khi: there are not enough tiles for each Q of the rack" \
    "$KHI" moves --board cat.txt --rack QQ
expect "a Q that is on the board" 2 "" "khi: there are not enough tiles for each Q of the rack" \
    "$KHI" moves --board quiz.txt --rack Q
expect "four stars" 2 "" "khi: there are not enough tiles for each \* of the rack" \
    "$KHI" moves --board cat.txt --rack '****'
expect "18 lines" 2 "" "khi: short.txt: a board has 19 lines, not 18" \
    "$KHI" moves --board short.txt --rack ABC
expect "a player 2" 2 "" 'khi: player2.txt: line 4, cell 2, "B2": a cell is *' \
    "$KHI" moves --board player2.txt --rack ABC
expect "five Qs on the board" 2 "" \
    "khi: many.txt: there are not enough tiles for the Q on line 4" \
    "$KHI" moves --board many.txt --rack ABC
expect "a missing file" 2 "" "khi: none.txt: cannot read: *" "$KHI" moves --board none.txt --rack ABC
expect "no rack" 2 "" "khi: moves needs --board FILE and --rack LETTERS *" "$KHI" moves --board cat.txt
expect "an unknown player" 2 "" "khi: --player takes a whole number from 0 to 1, not \"2\"" \
    "$KHI" moves --board cat.txt --rack ABC --player 2
expect "a bad number" 2 "" "khi: --best takes *" "$KHI" moves --board cat.txt --rack ABC --best 0
if [ -w /dev/full ]; then
    expect "a full disk" 2 "" "khi: standard output: cannot write: *" \
        sh -c "'$KHI' moves --board cat.txt --rack SERIATE >/dev/full"
fi
finish
