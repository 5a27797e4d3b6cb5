#!/bin/sh
# static.sh: a statically linked khi needs nothing but itself, a terminfo entry and the kernel's /dev: it
# plays in a root directory that has no more. Prints its size and the memory it has resident. Skipped
# where the program is not static, or where nobody may chroot and mount.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"

skip() {
    echo "skipped: $*"
    exit 77
}

readelf -l "$KHI" >"$scratch/headers" 2>/dev/null || skip "the program is no ELF file"
grep -q INTERP "$scratch/headers" && skip "the program is not static"
command -v script >/dev/null || skip "there is no script(1) to make a terminal"
root=$scratch/root
mkdir -p "$root/lib/terminfo/x" "$root/home" "$root/dev"
cp "$KHI" "$root/khi"
strip "$root/khi"
for terminfo in /lib/terminfo /usr/share/terminfo /etc/terminfo; do
    [ -f "$terminfo/x/xterm-256color" ] && cp "$terminfo/x/xterm-256color" "$root/lib/terminfo/x/"
done
[ -f "$root/lib/terminfo/x/xterm-256color" ] || skip "there is no terminfo entry"
cat >"$scratch/inside" <<END
mount --rbind /dev "$root/dev" && exec chroot "$root" /khi "\$@"
END
inside="unshare -m sh $scratch/inside"
if [ "$(id -u)" -ne 0 ]; then
    inside="unshare -rm sh $scratch/inside"
fi
# shellcheck disable=SC2086 # words are meant to be split
$inside --version >/dev/null 2>&1 || skip "nobody may chroot and mount here"

# shellcheck disable=SC2086
expect "a command runs there" 0 "*valid*" "" $inside check cat

# wait_for TEXT: until the screen has shown it, 30 seconds at most
wait_for() {
    for _ in $(seq 300); do
        grep -qa "$1" "$scratch/screen" 2>/dev/null && return 0
        sleep 0.1
    done
    return 1
}

mkfifo "$scratch/keys"
TERM=xterm-256color HOME=/home LC_ALL=C.UTF-8 SHELL=/bin/sh \
    script -qfc "stty rows 24 cols 80; exec $inside --seed 1 --level hard" "$scratch/screen" \
    <"$scratch/keys" >/dev/null 2>&1 &
script=$!
exec 3>"$scratch/keys"
ok "the screen appears" wait_for Check
for status in /proc/[0-9]*/status; do
    process=${status%/status}
    if [ "$(readlink "$process/root" 2>/dev/null)" = "$root" ]; then
        echo "resident: $(awk '/^VmRSS/ { print $2, $3 }' "$status")"
    fi
done
printf '\021' >&3 # ^Q
exec 3>&-
wait "$script"
ok "the game is kept" test -s "$root/home/.local/share/khi/games/game-0.khi"
echo "size, stripped: $(wc -c <"$root/khi") bytes"
finish
