#!/bin/sh
# fuzz.sh: a bounded run of every fuzz target on its corpus; see tests/fuzz/driver.c.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
: "${KHI_FUZZ_ROUNDS:=20000}"

# run_target NAME FILE...: on the committed corpus and these files
run_target() {
    target=$1
    shift
    echo "fuzz_$target"
    (cd "$scratch" && "$BUILD/tests/fuzz/fuzz_$target" "$KHI_FUZZ_ROUNDS" \
        "$SOURCE/tests/fuzz/corpus/$target"/* "$@")
}

mkdir "$scratch/hostile"
"$BUILD/tests/mkhostile" "$scratch/hostile" >/dev/null || exit 99
rm "$scratch/hostile/million-nodes.trie" # takes long and mutates into nothing new
ok "the trie reader withstands any bytes" run_target trie "$scratch/hostile"/*
ok "the list parser withstands any bytes" run_target wordlist
ok "the reader of checkpoints withstands any bytes" run_target checkpoint
ok "the board reader withstands any bytes" run_target board
ok "the reader of saved games withstands any bytes" run_target save
ok "the readers of scores and plays withstand any bytes" run_target scores
if [ -f "$scratch/fuzz-crash.bin" ]; then
    cp "$scratch/fuzz-crash.bin" "$BUILD/fuzz-crash.bin"
    echo "the input is kept in $BUILD/fuzz-crash.bin"
fi
finish
