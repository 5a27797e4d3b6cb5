#!/bin/sh
# cli_faults.sh: every command when a call for memory fails: each in turn with KHI_FAULTS=all, else
# the first ones and then some. Then it ends with a sentence, or has done all the same what it does.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
FAULTY=$BUILD/tests/khi_faults
step=7
[ "${KHI_FAULTS:-}" = all ] && step=1

# alike FILE FILE: the same, but for what a clock says
alike() {
    grep -v '^turns/second' "$1" >"$scratch/first"
    grep -v '^turns/second' "$2" | cmp -s "$scratch/first" -
}

# faults NAME COMMAND...: lets the calls of the command fail, one in a run.
faults() {
    what=$1
    shift
    number=1
    tried=0
    status=0
    "$FAULTY" "$@" >"$scratch/right" 2>/dev/null <"$scratch/list" || status=$?
    right=$status
    while :; do
        rm -f "$scratch/failed"
        status=0
        KHI_FAULT="alloc $number,12 $scratch/failed" "$FAULTY" "$@" \
            >"$scratch/out" 2>"$scratch/err" <"$scratch/list" || status=$?
        [ -f "$scratch/failed" ] || break
        tried=$((tried + 1))
        case $status in
        "$right") alike "$scratch/out" "$scratch/right" || fail "$what: call $number: other output" ;;
        2) grep -q '^khi: ' "$scratch/err" || fail "$what: call $number: no message" ;;
        *) fail "$what: call $number: exit status $status: $(tail -n 3 "$scratch/err")" ;;
        esac
        if [ $number -lt 10 ]; then number=$((number + 1)); else number=$((number + step)); fi
    done
    ok "$what has calls that can fail" test $tried -gt 0
    printf '%s: %s calls failed, of %s\n' "$what" $tried $((number - 1))
}

printf 'cat\ncats\ndog\nat\nta\nto\no\ngo\n' >"$scratch/list"
"$KHI" dict build -o "$scratch/small.trie" "$scratch/list" >/dev/null
"$KHI" selfplay --games 1 --seed 3 --record "$scratch/games" >/dev/null
set -- "$scratch/games"/*
game=$1
faults "check" check cat dgo
faults "check from a pipe" check -
faults "check of a challenge" check --tournament cat dog
faults "find" find 'ca?t' --all
faults "find by pattern" find --pattern 'q*z'
faults "hooks" hooks cat at
faults "rect" rect 3x3 --threads 1 --limit 5 --dict "$scratch/small.trie"
faults "rect with a word" rect 4x4 --threads 1 --must khat --limit 2
faults "selfplay" selfplay --games 1 --seed 3 --left easy --right easy
faults "dict build" dict build -o "$scratch/made.trie" "$scratch/list"
faults "dict import" dict import "$scratch/list" --name small
faults "dict list" dict list --json
faults "dict info" dict info "$scratch/small.trie"
faults "dict dump" dict dump "$scratch/small.trie"
faults "dict verify" dict verify "$scratch/small.trie"
faults "replay" replay "$game"
"$KHI" replay "$game" --at 3 --board >"$scratch/board"
faults "moves" moves --board "$scratch/board" --rack 'AEINST*' --best 5
finish
