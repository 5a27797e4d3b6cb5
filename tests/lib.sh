# lib.sh: for the shell tests. Sets up an empty home and a scratch directory that is removed at the
# end, and counts checks. Source it: . "${SOURCE:-.}/tests/lib.sh"; end with `finish`.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
set -u
: "${SOURCE:=$(pwd)}" "${BUILD:=$(pwd)}"
: "${KHI:=$BUILD/src/khi}"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/khi-test.XXXXXX") || exit 99
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
HOME=$scratch/home
mkdir "$HOME"
export HOME
unset KHI_DICT XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR
LC_ALL=C.UTF-8
export LC_ALL
passed=0
failed=0

pass() {
    passed=$((passed + 1))
}

fail() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$*"
}

# expect NAME STATUS OUT ERR COMMAND...: runs the command and compares its exit status and what it
# prints. OUT and ERR are shell patterns.
expect() {
    name=$1 status=$2 out=$3 err=$4
    shift 4
    got_status=0
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || got_status=$?
    got_out=$(cat "$scratch/out")
    got_err=$(cat "$scratch/err")
    if [ "$got_status" != "$status" ]; then
        fail "$name: exit status $got_status, not $status (stderr: $got_err)"
        return
    fi
    # shellcheck disable=SC2254 # they are patterns
    case $got_out in
    $out) ;;
    *) fail "$name: printed \"$got_out\", not \"$out\""; return ;;
    esac
    # shellcheck disable=SC2254
    case $got_err in
    $err) pass ;;
    *) fail "$name: said \"$got_err\", not \"$err\"" ;;
    esac
}

# ok NAME COMMAND...: the command succeeds.
ok() {
    name=$1
    shift
    if "$@"; then pass; else fail "$name"; fi
}

finish() {
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit
}
