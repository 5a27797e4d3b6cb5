#!/bin/sh
# cli_main.sh: the frame of the commands: help, version, unknown commands and options.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"

expect "--help lists the commands" 0 "*dict import*" "" "$KHI" --help
expect "-h is the same" 0 "*dict import*" "" "$KHI" -h
expect "help without a command is the same" 0 "*dict import*" "" "$KHI" help
expect "--version" 0 "khi [0-9]*.[0-9]*" "" "$KHI" --version
expect "help of a command" 0 "usage: khi dict info*--json*" "" "$KHI" help dict info
expect "a command's --help" 0 "usage: khi dict info*--json*" "" "$KHI" dict info --help
expect "--help before the command" 0 "usage: khi dict info*--json*" "" "$KHI" --help dict info
expect "help of a group" 0 "usage: khi dict COMMAND*dict verify*" "" "$KHI" help dict
expect "a group's --help" 0 "usage: khi dict COMMAND*dict verify*" "" "$KHI" dict --help
expect "--version after a command" 0 "khi *" "" "$KHI" dict info --version

expect "an unknown command" 2 "" 'khi: there is no command "xyzzyx"*' "$KHI" xyzzyx
expect "the nearest command" 2 "" 'khi: *"dcit"; did you mean "dict"?' "$KHI" dcit
expect "the nearest command of a group" 2 "" 'khi: *did you mean "dict info"?' "$KHI" dict ifno
expect "a group alone" 2 "" 'khi: "dict" needs a command*' "$KHI" dict
expect "help of an unknown command" 2 "" 'khi: there is no command *' "$KHI" help frotz
expect "an unknown option" 2 "" 'khi: there is no option "--frotz"*' "$KHI" dict info --frotz
expect "the nearest option" 2 "" 'khi: *did you mean "--json"?' "$KHI" dict info --jsno
expect "an unknown letter" 2 "" 'khi: there is no option "-%"*' "$KHI" dict info -%
expect "an unknown option before a command" 2 "" 'khi: there is no option *' "$KHI" --frotz
expect "a flag takes no value" 2 "" 'khi: option --json takes no value' "$KHI" dict info --json=1
expect "a value is missing" 2 "" 'khi: option --dict needs a value: NAME|PATH' "$KHI" dict info --dict
expect "an escape sequence does not reach the terminal" 2 "" 'khi: there is no command "?\[31m"*' \
    "$KHI" "$(printf '\033[31m')"

printf 'fig\n' >"$scratch/fig.txt"
for place in "--dict $scratch/fig.txt dict dump" "dict dump --dict $scratch/fig.txt" \
    "--dict=$scratch/fig.txt dict dump" "dict dump --dict=$scratch/fig.txt"; do
    # shellcheck disable=SC2086 # words are meant to be split
    expect "a global option in: $place" 0 "FIG" "" "$KHI" $place
done
expect "-- ends the options" 2 "" "khi: --json: cannot read: *" "$KHI" dict info -- --json

"$KHI" --help >/dev/full 2>"$scratch/err"
status=$?
ok "a full disk is told" test "$status" -eq 2
ok "a full disk is told in a sentence" grep -q '^khi: standard output: cannot write' "$scratch/err"
expect "works without HOME" 0 "words *" "" env -u HOME "$KHI" dict list
finish
