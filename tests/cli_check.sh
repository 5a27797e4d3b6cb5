#!/bin/sh
# khi check: verdicts, tournament mode, streams, colours, JSON, damaged dictionaries.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
newline='
'

expect "a word" 0 "AA valid" "" "$KHI" check aa
expect "words in order" 1 "AA valid${newline}QZX invalid${newline}CAT valid" "" "$KHI" check AA qzx Cat
expect "other characters are invalid" 1 "DON'T invalid" "" "$KHI" check "don't"
expect "a word of 65 letters is invalid" 1 "* invalid" "" "$KHI" check "$(printf '%065d' 0 | tr 0 a)"
expect "control characters do not reach the terminal" 1 "A?[[]31MB invalid" "" \
    "$KHI" check "$(printf 'a\033[31mb')"
expect "quiet yes" 0 "" "" "$KHI" check -q aa cat
expect "quiet no" 1 "" "" "$KHI" check -q aa qzx
expect "an empty word" 2 "" "khi: one of the words is empty (see: khi help check)" "$KHI" check ""
expect "words and -" 2 "" "khi: give either words or -, not both*" "$KHI" check aa -
expect "json and quiet" 2 "" "khi: --json and --quiet exclude each other*" "$KHI" check -q --json a

# ---- tournament ----
expect "acceptable" 0 "ACCEPTABLE" "" "$KHI" check -t aa cat
expect "unacceptable" 1 "UNACCEPTABLE" "" "$KHI" check --tournament aa qzx cat
expect "quiet challenge" 1 "" "" "$KHI" check -tq aa qzx
expect "an empty challenge" 2 "" "khi: a challenge needs at least one word" "$KHI" check -t -

# ---- streams ----
printf 'aa  qzx\n\n\tcat\r\nzz' | "$KHI" check - >"$scratch/got"
ok "exit status of a stream with an invalid word" test $? -eq 1
printf 'AA valid\nQZX invalid\nCAT valid\nZZ invalid\n' >"$scratch/want"
ok "a stream" cmp -s "$scratch/got" "$scratch/want"
ok "a stream without -" test "$(echo cat | "$KHI" check)" = "CAT valid"
ok "a stream as a challenge" test "$(echo cat zz | "$KHI" check -t -)" = UNACCEPTABLE
expect "an empty stream" 0 "" "" "$KHI" check -

# words of a stream and of the command line are shown alike, whatever is in them
set -- "don't" a@ '[b' '{z' '`c' "caf$(printf '\303\251')" Aardvark1 aardvark "x$(printf '\001')y" \
    sixteenlettersxx seventeenlettersx seventeenletters- 0123456789abcdef cat
"$KHI" check "$@" >"$scratch/want"
printf '%s\n' "$@" | "$KHI" check - >"$scratch/got"
ok "strange words in a stream" cmp -s "$scratch/got" "$scratch/want"

# a word may be cut by the end of a read, and may be far too long
"$KHI" dict dump >"$scratch/list"
ok "the whole list is valid" "$KHI" check -q - <"$scratch/list"
"$KHI" check - <"$scratch/list" | sed 's/ valid$//' | cmp -s - "$scratch/list"
ok "the whole list comes back" test $? -eq 0
(cat "$scratch/list"; head -c 600000 /dev/zero | tr '\0' x; echo; echo cat) | "$KHI" check - |
    tail -n 2 >"$scratch/got"
ok "something huge is one invalid word" test "$(grep -c invalid "$scratch/got")" -eq 1
ok "and the next is judged rightly" test "$(tail -n 1 "$scratch/got")" = "CAT valid"

# verdicts come while the input is still open
mkfifo "$scratch/in" "$scratch/answers"
"$KHI" check - <"$scratch/in" >"$scratch/answers" &
exec 3>"$scratch/in" 4<"$scratch/answers"
echo "cat" >&3
read -r line <&4
ok "a verdict while the input is open" test "$line" = "CAT valid"
echo "qzx" >&3
read -r line <&4
ok "and the next" test "$line" = "QZX invalid"
exec 3>&- 4<&-
wait

# a closed pipe
{ "$KHI" check - <"$scratch/list" 2>"$scratch/err"; echo $? >"$scratch/rc"; } | head -n 1 >/dev/null
ok "a closed pipe ends quietly" test ! -s "$scratch/err"
if [ -w /dev/full ]; then
    "$KHI" check aa >/dev/full 2>"$scratch/err"
    ok "a full disk: exit status" test $? -eq 2
    ok "a full disk: a sentence" grep -q "^khi: standard output: cannot write" "$scratch/err"
fi

# ---- colours ----
esc=$(printf '\033')
expect "colour" 1 "${esc}[[]32m✓ AA valid${esc}[[]m$newline${esc}[[]31m✗ QZX invalid${esc}[[]m" "" \
    "$KHI" check --color=always aa qzx
expect "marks without UTF-8" 0 "${esc}[[]32m+ AA valid${esc}[[]m" "" \
    env LC_ALL=C "$KHI" check --color=always aa
expect "no colour in a pipe" 0 "AA valid" "" "$KHI" check --color=auto aa
expect "no colour at all" 0 "AA valid" "" "$KHI" check --color=never aa
expect "a wrong colour" 2 "" "khi: --color takes auto, always or never, not \"blue\"*" \
    "$KHI" check --color=blue aa

# ---- JSON ----
json() { # json NAME FILTER COMMAND...: the output is JSON for which the filter is true
    name=$1 filter=$2
    shift 2
    "$@" >"$scratch/json" </dev/null
    got=$(jq "$filter" "$scratch/json" 2>&1)
    ok "$name" test "$got" = true
}
json "json" '.valid == false and .words == [{"word":"AA","valid":true},{"word":"QZX","valid":false}]
    and .dictionary == {"name":"words","words":274137}' "$KHI" check --json aa qzx
json "json of strange words" '.words[0].word == "A\"\\B" and .words[0].valid == false' \
    "$KHI" check --json 'a"\b'
json "json of no words" '.words == [] and .valid' "$KHI" check --json -
json "json of a challenge" '. == {"verdict":"ACCEPTABLE","words":2,
    "dictionary":{"name":"words","words":274137}}' "$KHI" check --json -t aa cat
json "json of a refused challenge" '.verdict == "UNACCEPTABLE" and (keys | length) == 3' \
    "$KHI" check --json -t aa qzx

# ---- tournament: nothing but the verdict differs ----
# at the same addresses, so that memory is asked for at the same steps
if setarch -R strace -o "$scratch/t" "$KHI" check -q aa 2>/dev/null; then
    calls() { # the system calls of a challenge without addresses, and without the bytes written
        setarch -R strace -o "$scratch/trace" "$KHI" check "$@" >/dev/null
        sed -e '1d' -e 's/0x[0-9a-f]*/ADDRESS/g' -e 's/^write(1, .*/write/' \
            -e 's/^exit_group(.*/exit/; s/^+++.*//' -e '/^getrandom(/d' \
            -e 's/^prlimit64.*//; s/^set_tid_address.*//' "$scratch/trace"
    }
    calls -t cat >"$scratch/yes"
    ok "system calls are seen" grep -q "^write$" "$scratch/yes"
    for options in "-t" "-t --json" "-tq"; do
        # shellcheck disable=SC2086
        calls $options cat dog bird >"$scratch/yes"
        # shellcheck disable=SC2086
        calls $options qqq dog bird >"$scratch/no1"
        # shellcheck disable=SC2086
        calls $options cat dog qqqq >"$scratch/no2"
        ok "system calls with $options, first word wrong" cmp -s "$scratch/yes" "$scratch/no1"
        ok "system calls with $options, last word wrong" cmp -s "$scratch/yes" "$scratch/no2"
    done
else
    echo "strace cannot run this program here: system calls are not compared"
fi
"$KHI" check --json -t aa cat | sed s/ACCEPTABLE/V/ >"$scratch/yes"
"$KHI" check --json -t aa qzx | sed s/UNACCEPTABLE/V/ >"$scratch/no"
ok "output of challenges" cmp -s "$scratch/yes" "$scratch/no"

# ---- what is no text ----
printf 'aa\0x b\371\243\227\256\n' >"$scratch/bytes"
expect "bytes that are no text" 1 "AA?X invalid${newline}B???? invalid" "" sh -c "'$KHI' check - <'$scratch/bytes'"
"$KHI" check --json - <"$scratch/bytes" >"$scratch/json"
ok "JSON of bytes that are no text" jq -e '.words | map(.word) == ["AA?X", "B????"]' "$scratch/json"

# ---- dictionaries that cannot be read: no verdict ----
printf 'CAT\nDOG\n' | "$KHI" dict build -o "$scratch/small.trie" -
expect "another dictionary" 1 "AA invalid${newline}CAT valid" "" \
    "$KHI" check --dict "$scratch/small.trie" aa cat
head -c 12 "$scratch/small.trie" >"$scratch/cut.trie"
expect "a damaged dictionary, also for words before the damage" 2 "" "khi: *cut.trie: *" \
    "$KHI" check --dict "$scratch/cut.trie" zz cat
expect "a damaged dictionary in a tournament" 2 "" "khi: *cut.trie: corrupt: *" \
    "$KHI" check -t --dict "$scratch/cut.trie" zz
expect "a damaged dictionary for a stream" 2 "" "khi: *cut.trie: corrupt: *" \
    "$KHI" check --dict "$scratch/cut.trie" -
# one bit of the root's mask: it now asks for letters between
dd if="$scratch/small.trie" of="$scratch/bit.trie" bs=1 count=5 2>/dev/null
printf '\100' >>"$scratch/bit.trie"
dd if="$scratch/small.trie" bs=1 skip=6 2>/dev/null >>"$scratch/bit.trie"
expect "a dictionary with one wrong bit" 2 "" "khi: *bit.trie: corrupt: *" \
    "$KHI" check --dict "$scratch/bit.trie" cat
expect "no such dictionary" 2 "" "khi: no dictionary is called \"nope\"*" "$KHI" check --dict nope aa
expect "a dictionary that is a directory" 2 "" "khi: *" "$KHI" check --dict "$scratch" aa
finish
