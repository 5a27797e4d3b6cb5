#!/bin/sh
# cli_dict.sh: khi dict build, import, list, info, dump, verify, and which dictionary is used.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
list=$SOURCE/dict/words.txt
cd "$scratch" || exit 99

# ---- the shipped list and its variants ----
tr a-z A-Z <"$list" >upper
echo >>upper
LC_ALL=C sort -u upper >sorted
{ shuf upper; head -1000 upper; } >shuffled
{ printf '\357\273\277'; sed 's/$/\r/' upper; printf '\r\n\n'; } >crlf
"$KHI" dict build -o shipped.trie "$list"
"$KHI" dict dump >dumped
ok "the built-in dictionary is the sorted list" cmp dumped sorted
"$KHI" dict dump ./shipped.trie >dumped
ok "a built file is the sorted list" cmp dumped sorted
for variant in upper shuffled crlf; do
    "$KHI" dict build -o "$variant.trie" "$variant"
    ok "the $variant list gives the same bytes" cmp "$variant.trie" shipped.trie
done
"$KHI" dict build <"$list" >piped.trie
ok "standard input and output give the same bytes" cmp piped.trie shipped.trie
ok "the build's own file has the same bytes" \
    cmp shipped.trie "$(ls "$BUILD/dict/words.trie" "$SOURCE/dict/words.trie" 2>/dev/null | head -1)"
ok "it is small" test "$(wc -c <shipped.trie)" -le 945000
expect "verify" 0 "shipped.trie: whole, 274137 words" "" "$KHI" dict verify shipped.trie

# ---- info ----
expect "info" 0 "name      words*words     274137*shortest  2*longest   28*checksum  *" "" \
    "$KHI" dict info
"$KHI" dict info --json >info.json
ok "info --json is JSON" jq -e '.name == "words" and .path == null and .words == 274137 and
    .shortest == 2 and .longest == 28 and .legacy == false' info.json >jq.out
printf 'dog\ncat\n' >one.txt
printf 'CAT\r\nDOG\r\nCAT' >two.txt
ok "the checksum does not depend on the order of the list" test \
    "$("$KHI" dict info --json one.txt | jq -r .checksum)" = \
    "$("$KHI" dict info --json two.txt | jq -r .checksum)"
expect "info of two" 2 "" "khi: dict info takes one name or path*" "$KHI" dict info a b

# ---- lists that are refused ----
printf 'cat\ndon%st\ndog\n' "'" >bad.txt
expect "a bad line is shown" 2 "" \
    "khi: bad.txt: line 2: \"don't\" is not made of letters A-Z alone" \
    "$KHI" dict build -o bad.trie bad.txt
ok "and nothing is written" test ! -e bad.trie
expect "--skip-invalid counts" 0 "" "khi: 1 lines passed over" \
    "$KHI" dict build --skip-invalid -o bad.trie bad.txt
expect "and takes the rest" 0 "CAT
DOG" "" "$KHI" dict dump ./bad.trie
printf 'c\0a\0t\0\n\0' >utf16.txt
expect "UTF-16 is named" 2 "" "khi: utf16.txt: the list is in UTF-16;*" "$KHI" dict build utf16.txt
expect "a list that is not there" 2 "" "khi: nowhere.txt: cannot read: *" "$KHI" dict build nowhere.txt
expect "a directory" 2 "" "khi: .: cannot read: *" "$KHI" dict build .
: >none.txt
expect "an empty list makes an empty dictionary" 0 "" "" "$KHI" dict build -o none.trie none.txt
expect "which has no words" 0 "" "" "$KHI" dict dump ./none.trie

# ---- writing ----
"$KHI" dict build -o one.trie two.txt
ln -sf one.trie link.trie
expect "builds through a link" 0 "" "" "$KHI" dict build -o link.trie one.txt
ok "the link stays" test -L link.trie -a -f one.trie
mkfifo pipe
cat pipe >from-pipe &
expect "builds into a pipe" 0 "" "" "$KHI" dict build -o pipe one.txt
wait
ok "the pipe stays" test -p pipe
ok "what came through is the file" cmp from-pipe one.trie
expect "a directory that is not there" 2 "" "khi: no/where.trie: cannot write: *" \
    "$KHI" dict build -o no/where.trie one.txt
expect "a full disk" 2 "" "khi: /dev/full: cannot write: *" "$KHI" dict build -o /dev/full one.txt

# ---- import, list, and which dictionary is used ----
printf 'fig\nplum\n' >fruit.txt
expect "import" 0 "fruit is ready*" "" "$KHI" dict import fruit.txt
ok "it is in the user's directory" test -f "$HOME/.local/share/khi/dict/fruit.trie"
expect "--dict NAME" 0 "FIG
PLUM" "" "$KHI" dict dump --dict fruit
expect "dict dump NAME" 0 "FIG
PLUM" "" "$KHI" dict dump fruit
expect "KHI_DICT" 0 "FIG
PLUM" "" env KHI_DICT=fruit "$KHI" dict dump
expect "--dict goes before KHI_DICT" 0 "CAT
DOG" "" env KHI_DICT=fruit "$KHI" dict dump --dict one.txt
mkdir -p "$HOME/.config/khi"
echo 'dict = fruit' >"$HOME/.config/khi/config"
expect "the settings" 0 "FIG
PLUM" "" "$KHI" dict dump
expect "KHI_DICT goes before the settings" 0 "CAT
DOG" "" env KHI_DICT="$scratch/one.trie" "$KHI" dict dump
expect "the built-in one by its name" 0 "*words     274137*" "" "$KHI" dict info words
rm "$HOME/.config/khi/config"
expect "import under a name" 0 "csw24 is ready*" "" "$KHI" dict import fruit.txt --name csw24
expect "import from a pipe" 0 "piped is ready*" "" \
    sh -c "cat fruit.txt | '$KHI' dict import /dev/stdin --name piped"
expect "takes all of the pipe" 0 "FIG
PLUM" "" "$KHI" dict dump piped
expect "import of a .trie" 0 "again is ready*" "" "$KHI" dict import one.trie --name again
expect "list" 0 "again *csw24 *fruit *piped *words *" "" "$KHI" dict list
"$KHI" dict list --json >list.json
ok "list --json is JSON" jq -e 'map(.name) == ["again", "csw24", "fruit", "piped", "words"] and
    .[4].path == null' list.json >jq.out
mkdir data
expect "XDG_DATA_HOME" 0 "*" "" env XDG_DATA_HOME="$scratch/data" "$KHI" dict import fruit.txt
ok "is where it goes" test -f data/khi/dict/fruit.trie
expect "the built-in name cannot be taken" 2 "" "khi: \"words\" is the built-in dictionary;*" \
    "$KHI" dict import fruit.txt --name words
expect "a name with a slash" 2 "" "khi: \"a/b\" cannot be a dictionary's name:*" \
    "$KHI" dict import fruit.txt --name a/b
expect "a name that nobody has" 2 "" "khi: no dictionary is called \"nobody\"*" \
    "$KHI" dict dump nobody
expect "no place to import to" 2 "" "khi: no data directory:*" \
    env -u HOME "$KHI" dict import fruit.txt

# ---- legacy files ----
printf 'TRIE\001\0\0\0\1\0\0\0\4\214\4\0\1H' >legacy.trie
warning="khi: *legacy.trie: warning: a legacy file of the Android app; words may be missing"
expect "a legacy file is read with a warning" 0 "AH
AHA
AHS" "$warning" "$KHI" dict dump ./legacy.trie
expect "verify tells a legacy file" 1 "legacy.trie: legacy*" "" "$KHI" dict verify legacy.trie
expect "a legacy file is imported with a warning" 0 "*" "$warning" "$KHI" dict import legacy.trie
expect "and written as our own" 0 "AH
AHA
AHS" "" "$KHI" dict dump legacy

# ---- hostile files: never a crash, a hang or a claim ----
mkdir hostile
"$BUILD/tests/mkhostile" hostile >faults
tab=$(printf '\t')
while IFS=$tab read -r file offset fault; do
    path=hostile/$file.trie
    message="khi: $path: corrupt: $fault at byte $offset"
    expect "verify $file" 2 "" "$message" "$KHI" dict verify "$path"
    [ "$file" = bad-magic ] && message="khi: $path: line 1: *"
    expect "dump $file" 2 "" "$message" "$KHI" dict dump "$path"
    expect "info $file" 2 "" "$message" "$KHI" dict info --json "$path"
    expect "import $file" 2 "" "$message" "$KHI" dict import "$path" --name hostile
    # A quick look at one word may pass by the fault, but must not find a word that is not there.
    timeout 20 "$KHI" check --dict "$path" AZ >out 2>err </dev/null
    code=$?
    ok "check with $file: status $code" test "$code" -eq 1 -o "$code" -eq 2
done <faults
ok "all hostile files were tried" test "$(wc -l <faults)" -gt 30
ok "none was imported" test ! -e "$HOME/.local/share/khi/dict/hostile.trie"
size=$(wc -c <one.trie)
while [ "$size" -gt 0 ]; do
    size=$((size - 1))
    head -c "$size" one.trie >cut.trie
    expect "verify cut to $size" 2 "" "khi: cut.trie: corrupt: * at byte [0-9]*" \
        "$KHI" dict verify cut.trie
    expect "dump cut to $size" 2 "" "khi: ./cut.trie: corrupt: * at byte [0-9]*" \
        "$KHI" dict dump ./cut.trie
done

# A file that shrinks while it is mapped: the dump stands still, since nobody reads the pipe; then the
# file is cut and the dump goes on.
cp shipped.trie shrinks.trie
mkfifo slow
{ "$KHI" dict dump ./shrinks.trie >slow 2>err; echo $? >status; } &
exec 3<slow
head -c 1 <&3 >first
ok "the dump has begun" test -s first
: >shrinks.trie
cat <&3 >rest
exec 3<&-
wait
ok "a file that shrinks ends the program with 2" test "$(cat status)" = 2
ok "and with a sentence" grep -qx 'khi: the dictionary was changed while it was in use' err
finish
