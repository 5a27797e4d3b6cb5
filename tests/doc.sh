#!/bin/sh
# doc.sh: the manual page, the desktop file and the metainfo are sound and complete, as far as the tools
# for it are installed.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
page=$BUILD/doc/khi.6
[ -f "$page" ] || page=$SOURCE/doc/khi.6
metainfo=$SOURCE/src/share/khi.game.khi.metainfo.xml

# says TEXT: the page has this text, apart from roff's escapes
sed 's/\\f[BIR]//g; s/\\-/-/g; s/\\(ha/^/g; s/\\(aq/'"'"'/g; s/\\&//g' "$page" >"$scratch/page"
says() {
    ok "the page has: $1" grep -qF -- "$1" "$scratch/page"
}

"$KHI" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)  .*/\1/p' >"$scratch/commands"
while read -r command; do
    says ".SS \"khi $command\""
    # shellcheck disable=SC2086 # a name may be two words
    "$KHI" help $command | sed -n 's/^  [^-]*\(--[-a-z]*\).*/\1/p' >"$scratch/options"
    while read -r option; do
        says "$option"
    done <"$scratch/options"
done <"$scratch/commands"
sed -n 's/^ACTION([A-Z_]*, *[A-Z]*, *"\([^ "]*\).*/\1/p' "$SOURCE/src/tui/action.def" | sort -u >"$scratch/keys"
ok "the keys can be listed" test "$(wc -l <"$scratch/keys")" -gt 20
while read -r key; do
    says "$key"
done <"$scratch/keys"
# every variable that the program asks for
cat "$SOURCE"/src/*.c "$SOURCE"/src/core/*.c "$SOURCE"/src/cli/*.c "$SOURCE"/src/tui/*.c | grep -o 'getenv("[A-Z_]*")' | sed 's/.*"\(.*\)".*/\1/' | sort -u |
    grep -v KHI_PLAIN >"$scratch/variables"
while read -r variable; do
    says "$variable"
done <"$scratch/variables"
says "khi $("$KHI" --version | cut -d ' ' -f 2)"

if command -v mandoc >/dev/null; then
    mandoc -Tlint -W warning "$page"
    ok "mandoc has nothing to say" mandoc -Tlint -W style "$page"
fi
if command -v man >/dev/null && man --version 2>&1 | grep -q man-db; then
    man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null | tee "$scratch/warnings"
    ok "man has no warning" test ! -s "$scratch/warnings"
fi
if command -v desktop-file-validate >/dev/null; then
    ok "the desktop file is valid" desktop-file-validate "$SOURCE/src/share/khi.desktop"
fi
ok "the desktop file asks for a terminal" grep -q '^Terminal=true$' "$SOURCE/src/share/khi.desktop"
if command -v appstreamcli >/dev/null; then
    ok "the metainfo is valid" appstreamcli validate --no-net "$metainfo"
fi
ok "the metainfo is that of a console application" grep -q 'component type="console-application"' "$metainfo"
# the settings of sshd in doc/ssh.md, each Match for itself
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd)
if [ -n "$sshd" ] && command -v ssh-keygen >/dev/null; then
    ssh-keygen -q -t ed25519 -N '' -f "$scratch/key"
    awk -v out="$scratch/sshd" '
        /^    Match / { number++; print "HostKey " key > (file = out number) }
        !/^    / { file = "" }
        file != "" { print > file }' key="$scratch/key" "$SOURCE/doc/ssh.md"
    ok "the page has three ways" test -f "$scratch/sshd3"
    mkdir -p /run/sshd 2>/dev/null
    for settings in "$scratch"/sshd[0-9]*; do
        ok "sshd takes $(sed -n 2p "$settings")" "$sshd" -t -f "$settings"
    done
fi
finish
