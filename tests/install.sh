#!/bin/sh
# install.sh: make install puts everything in its place, also where packagers of games want it, and make
# uninstall takes all of it away.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
root=$scratch/root
run_make() {
    MAKEFLAGS='' make -C "$BUILD" "$@" DESTDIR="$root" prefix=/usr bindir=/usr/games >"$scratch/log" 2>&1 ||
        { cat "$scratch/log"; return 1; }
}
mkdir "$root"
ok "make install" run_make install
for file in games/khi share/man/man6/khi.6 share/bash-completion/completions/khi \
    share/zsh/site-functions/_khi share/applications/khi.desktop \
    share/metainfo/khi.game.khi.metainfo.xml share/khi/words.trie share/doc/khi/README \
    share/doc/khi/rules.md; do
    ok "$file is there" test -s "$root/usr/$file"
done
for text in "$SOURCE"/doc/*.md; do
    ok "$text is installed" test -s "$root/usr/share/doc/khi/$(basename "$text")"
done
ok "the program runs" "$root/usr/games/khi" dict verify "$root/usr/share/khi/words.trie"
ok "the program is neither setuid nor setgid" test ! -u "$root/usr/games/khi" -a ! -g "$root/usr/games/khi"
ok "make uninstall" run_make uninstall
ok "no file is left" test -z "$(find "$root" ! -type d)"
ok "no directory of its own is left" test -z "$(find "$root" -depth -name khi)"
finish
