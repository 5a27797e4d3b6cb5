#!/bin/sh
# cli_restricted.sh: what khi --restricted refuses before it begins, and what no part of the program
# calls at all.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"

printf 'fig\n' >"$scratch/fig.txt"
data=$scratch/data
screen='khi: the screen needs a terminal*'

expect "it begins, and needs a terminal" 2 "" "$screen" "$KHI" --restricted --data "$data"
expect "a board is a file" 2 "" "khi: --restricted takes no file*" \
    "$KHI" --restricted --data "$data" --board "$scratch/fig.txt"
expect "a dictionary by its path is a file" 2 "" "khi: --restricted takes no file*" \
    "$KHI" --restricted --data "$data" --dict "$scratch/fig.txt"
expect "no way up from a dictionary's name" 2 "" "khi: --restricted takes no file*" \
    "$KHI" --restricted --data "$data" --dict ../fig
expect "the data directory is a whole path" 2 "" "khi: --data takes a directory's whole path*" \
    "$KHI" --restricted --data data
expect "--data alone" 2 "" "khi: --data goes with --restricted*" "$KHI" --data "$data"
for command in check find hooks moves selfplay replay rect help; do
    expect "no command: $command" 2 "" 'khi: there is nothing to do with*' \
        "$KHI" --restricted "$command" x
    expect "no command, turned round: $command" 2 "" 'khi: *' "$KHI" "$command" --restricted x
done

refusal='khi: this account is for playing Khi; it takes no command'
expect "a forced command ignores the one that was asked for" 2 "" "$refusal" \
    env SSH_ORIGINAL_COMMAND='cat /etc/passwd' "$KHI" --restricted --data "$data"
ln -s "$KHI" "$scratch/khi-shell"
expect "a login shell takes no command" 2 "" "$refusal" "$scratch/khi-shell" -c 'cat /etc/passwd'
expect "but for the game itself, which sshd may force on it" 2 "" "$screen" "$scratch/khi-shell" -c khi
expect "with nothing behind it" 2 "" "$refusal" "$scratch/khi-shell" -c khi --board x
expect "nor before it" 2 "" "$refusal" "$scratch/khi-shell" -c 'khi; sh'
expect "a command that was asked for in spite of it" 2 "" "$refusal" \
    env SSH_ORIGINAL_COMMAND=internal-sftp "$scratch/khi-shell" -c khi
expect "as a login shell it is restricted" 2 "" "khi: --restricted takes no file*" \
    "$scratch/khi-shell" --board "$scratch/fig.txt"
expect "the program's own name takes no command either" 2 "" 'khi: there is no option "-c"*' \
    "$KHI" -c 'cat /etc/passwd'

for term in /etc/passwd ../../etc/passwd .hidden "$(printf 'a\033[31m')" "$(printf '%0100d' 1)"; do
    expect "a TERM that is no terminal's name" 2 "" "$screen" \
        env TERM="$term" "$KHI" --restricted --data "$data"
done

# The parts of the program ask the system for none of these. (A static program has the C library's
# own within it, so that it is the parts that are looked at.)
nm -g --undefined-only "$BUILD/src/libkhi.a" "$BUILD/src/libwords.a" "$BUILD/src/libfront.a" |
    awk 'NF == 2 { sub("@.*", "", $2); print $2 }' | sort -u >"$scratch/names"
ok "the names can be listed" grep -qx fsync "$scratch/names"
starting='system|popen|(f)?exec[lv]p?e?|execveat|posix_spawnp?|v?fork|clone|wordexp|dlopen|daemon'
network='socket|socketpair|connect|bind|listen|accept4?|send(to|msg|mmsg)?|recv(from|msg|mmsg)?|getaddrinfo|gethostby.*'
users='set(res|re|fs|e)?[ug]id|initgroups|setgroups|chroot|chown|[lf]chown'
found=$(grep -xE "$starting|$network|$users" "$scratch/names")
if [ -z "$found" ]; then pass; else fail "the program calls:" "$found"; fi
ok "the program's file is not setuid" test ! -u "$KHI"
ok "the program's file is not setgid" test ! -g "$KHI"
finish
