#!/bin/sh
# cli_rect.sh: khi rect as a user meets it.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
rect="$KHI rect"
cd "$scratch" || exit 99
printf '%s\n' ABC ABD BEE CEE DEE BCD EEL AE BE CE CAT ARE TEE CAR >wordlist
awk 'length($1) == 4 && n++ % 6 == 0' "$SOURCE/dict/words.txt" >four

# ---- sizes, templates and other bad input: one sentence each ----
for size in 0x5 16x3 5by5 5 x 5x5x5 1x5 -3x3 99999999999x2; do
    expect "size $size" 2 '' 'khi: *' $rect -- "$size"
    ok "size $size: one line" test "$(wc -l <"$scratch/err")" -eq 1
done
expect "no size" 2 '' 'khi: rect takes one size*' $rect
expect "two sizes" 2 '' 'khi: rect takes one size*' $rect 3x3 4x4
expect "a template with a row too many" 2 '' 'khi: *shape*3 rows instead of 2' \
    $rect 3x2 --template '.../.../...'
expect "a template that is too wide" 2 '' 'khi: *shape*' $rect 3x2 --template '..../...'
expect "a template with digits" 2 '' 'khi: *"1"*' $rect 3x2 --template '.1./...'
expect "symmetric but no square" 2 '' 'khi: only squares*' $rect 5x6 --symmetric
expect "once but no square" 2 '' 'khi: only squares*' $rect 5x6 --once
expect "symmetric and not" 2 '' 'khi: *exclude*' $rect 5x5 --symmetric --no-symmetric
expect "a word that fits nowhere" 1 '' 'khi: none can exist: "TOOLONG"*' $rect 3x2 --must TOOLONG
expect "the same, counted" 1 0 'khi: none can exist*' $rect 3x2 --must TOOLONG --count
expect "a word that is none" 1 '' 'khi: none can exist: "QQQ"*' $rect 3x3 --must qqq
expect "a word with a digit" 2 '' 'khi: "a1c" is not a word*' $rect 3x3 --must a1c
expect "symmetric and distinct" 1 '' 'khi: none can exist*' $rect 3x3 --symmetric --distinct
for shard in 4/4 0/0 1 a/b -1/2 1/2/3; do
    expect "shard $shard" 2 '' 'khi: *is not a shard*' $rect 3x3 --shard "$shard"
done
expect "no threads" 2 '' 'khi: --threads*' $rect 3x3 --threads 0
expect "no limit" 2 '' 'khi: --limit*' $rect 3x3 --limit 0
expect "an unknown format" 2 '' 'khi: --format*' $rect 3x3 --format xml

# ---- output ----
expect "lines in a pipe" 0 'ABC/BEE/CEE
*' '' $rect 3x3 --dict wordlist --threads 1
ok "a grid has rows and an empty line" test \
    "$($rect 3x3 --dict wordlist --format grid --limit 1 | wc -l)" -eq 4
$rect 4x4 --dict four --format json >json
ok "json is json" jq -e -s 'length == 10222 and all(.[]; (.rows | length) == 4 and
    (.columns | length) == 4 and .rows[0][1:2] == .columns[1][0:1])' json >/dev/null
expect "counting" 0 10222 '' $rect 4x4 --dict four --count
expect "counting to a limit" 0 7 '' $rect 4x4 --dict four --count --limit 7
expect "none" 1 0 '' $rect 15x15 --dict four --count
ok "a limit" test "$($rect 4x4 --dict four --limit 7 | wc -l)" -eq 7
word=$(jq -r '.columns[2]' json | tail -n 1)
ok "a word that must appear" test "$($rect 4x4 --dict four --must "$word" --count)" -eq \
    "$(jq -r --arg word "$word" 'select(.rows + .columns | index($word)) | 1' json | wc -l)"
ok "a template" test "$($rect 4x4 --dict four --template '..../.a../..../...s' --count)" -eq \
    "$(jq -r 'select(.rows[1][1:2] == "A" and .rows[3][3:4] == "S") | 1' json | wc -l)"
ok "the same with one thread, and plain" test "$($rect 4x4 --dict four | sort | cksum)" = \
    "$(KHI_PLAIN=1 $rect 4x4 --dict four -j1 | sort | cksum)"
ok "one thread gives one order" test "$($rect 4x4 --dict four -j1 | cksum)" = \
    "$(KHI_PLAIN=1 $rect 4x4 --dict four -j1 | cksum)"
for shard in 0 1 2; do $rect 4x4 --dict four --shard $shard/3 >shard.$shard; done
ok "three shards are the whole" test "$(sort -u shard.? | wc -l)" -eq 10222
ok "and nothing twice" test "$(cat shard.? | wc -l)" -eq 10222
$rect 3x3 --dict wordlist --estimate --format json >json
ok "an estimate is json" jq -e '.exact and .seconds >= 0 and .grids > 0' json >/dev/null
expect "progress is not shown unasked" 0 10222 '' $rect 4x4 --dict four --count
expect "a closed pipe is quiet" 0 '?*' '' sh -c "$rect 4x4 | head -n 1"

# ---- checkpoints ----
$rect 4x4 --dict four | sort >all
is_done() {
    grep -q '^done 0-4095$' point
}
: >got
rm -f point
until is_done 2>/dev/null; do
    $rect 4x4 --dict four --checkpoint point --limit 2000 >>got || break
done
ok "piece by piece it is the whole" test "$(sort got | cksum)" = "$(cksum <all)"
expect "a search that is done gives no more" 0 '' '' $rect 4x4 --dict four --checkpoint point
expect "another problem" 2 '' 'khi: point: *another problem*' \
    $rect 4x4 --dict four --distinct --checkpoint point
expect "another dictionary" 2 '' 'khi: point: *another dictionary*' $rect 4x4 --checkpoint point
head -c 60 point >short
expect "cut short" 2 '' 'khi: short: *damaged or cut short*' \
    $rect 4x4 --dict four --checkpoint short
cp four mine
expect "a file of the user's" 2 '' 'khi: mine: *not a checkpoint*' \
    $rect 4x4 --dict four --checkpoint mine
ok "it is left alone" cmp -s four mine
expect "where nothing can be written" 2 '' 'khi: *cannot write*' \
    $rect 4x4 --dict four --checkpoint no/where
$rect 4x4 --dict four --count --checkpoint other >/dev/null
expect "a count goes on too" 0 10222 '' $rect 4x4 --dict four --count --checkpoint other

# Interrupts the search after every few thousand bytes until it is done. A slow reader gives it time.
for signal in INT TERM HUP; do
    rm -f point
    : >got
    turn=0
    while [ $turn -lt 100 ]; do
        turn=$((turn + 1))
        $rect 4x4 --dict four --checkpoint point -j2 >>got 2>err &
        pid=$!
        while kill -0 $pid 2>/dev/null && [ "$(wc -c <got)" -lt $((turn * 30000)) ]; do :; done
        kill -$signal $pid 2>/dev/null
        wait $pid
        status=$?
        is_done && break
        # more than 128: it was hit before it had begun
        [ $status -eq 2 ] || [ $status -gt 128 ] || fail "interrupted by SIG$signal it exits with $status"
    done
    ok "nothing lost and nothing twice after SIG$signal" test "$(sort got | cksum)" = "$(cksum <all)"
done

# A reader that goes away leaves a checkpoint of what was written before.
rm -f point
$rect 4x4 --dict four --checkpoint point | head -n 50 >got
ok "a closed pipe leaves a checkpoint" test -s point
expect "from which the search goes on" 0 '?*' '' $rect 4x4 --dict four --checkpoint point
finish
