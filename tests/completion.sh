#!/bin/sh
# completion.sh: the shells offer every command, option and choice that khi help tells, and no other.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SOURCE:-.}/tests/lib.sh"
mkdir "$scratch/bin"
ln -s "$KHI" "$scratch/bin/khi"
PATH=$scratch/bin:$PATH
# from a tarball the generated files stand beside the sources
find_file() {
    if [ -f "$BUILD/$1" ]; then echo "$BUILD/$1"; else echo "$SOURCE/$1"; fi
}
bash_file=$(find_file src/share/bash-completion/khi)
zsh_file=$(find_file src/share/zsh/_khi)

# The commands that the help lists, a line each.
"$KHI" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)  .*/\1/p' >"$scratch/commands"
# options_of COMMAND: every option that its help lists, both forms, sorted
options_of() {
    # shellcheck disable=SC2086 # a name may be two words
    "$KHI" help $1 | sed -n 's/^  \(-.*\)/\1/p' | sed 's/   .*//' | tr ", " "\n" | grep '^-' | sort
}

# ---- bash ----
# offered WORD...: what bash would offer for the last of the words
offered() {
    bash -c '
        . "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _khi
        printf "%s\n" "${COMPREPLY[@]}"' bash "$bash_file" "$@" | sort -u
}

if command -v bash >/dev/null; then
    { echo help; cut -d ' ' -f 1 "$scratch/commands"; } | sort -u >"$scratch/firsts"
    ok "bash offers the commands" test "$(offered khi '')" = "$(cat "$scratch/firsts")"
    ok "bash offers the second words" test "$(offered khi dict '' | tr '\n' ' ')" = \
        "build dump import info list verify "
    while read -r command; do
        # shellcheck disable=SC2086
        ok "bash offers the options of $command" \
            test "$(offered khi $command -)" = "$(options_of "$command")"
    done <"$scratch/commands"
    ok "bash completes a command" test "$(offered khi sel)" = selfplay
    ok "bash completes an option" test "$(offered khi check --tou)" = --tournament
    ok "bash completes a choice" test "$(offered khi check --color al)" = always
    ok "bash completes a choice after =" test "$(offered khi check --color = ne)" = never
    ok "bash completes an empty choice after =" test "$(offered khi play --level = | wc -l)" -eq 2
    ok "bash completes a short option's choice" test "$(offered khi rect 5x5 -f l)" = line
    ok "bash completes options without a command" test "$(offered khi --the)" = --theme
    ok "bash completes a dictionary's name" test "$(cd "$scratch/bin" && offered khi --dict wor)" = words
    ok "bash finds the command after --dict" test "$(offered khi --dict x check --tou)" = --tournament
    : >"$scratch/a game.khi"
    ok "bash completes a file" test "$(cd "$scratch" && offered khi replay a)" = "a game.khi"
    ok "bash offers no file where a word is wanted" test -z "$(cd "$scratch" && offered khi check a)"
fi

# ---- zsh: what it hands to the completion system ----
# handed WORD...: the arguments of _arguments or the descriptions of _describe, for the last word
handed() {
    zsh -f -c '
        _arguments() { print -rl -- "$@" }
        _describe() { print -rl -- "${(@P)2}" }
        file=$1
        shift
        words=("$@") CURRENT=$#
        . $file' zsh "$zsh_file" "$@"
}

if command -v zsh >/dev/null; then
    ok "the file for zsh is sound" zsh -n "$zsh_file"
    ok "zsh offers the commands" test "$(handed khi '' | cut -d : -f 1 | sort)" = "$(cat "$scratch/firsts")"
    ok "zsh offers the second words" test "$(handed khi dict '' | cut -d : -f 1 | sort | tr '\n' ' ')" = \
        "build dump import info list verify "
    while read -r command; do
        # shellcheck disable=SC2086
        ok "zsh offers the options of $command" test "$(handed khi $command '' |
            sed -n 's/^\*\(-[-a-z]*\)[=+]\{0,1\}\[.*/\1/p' | sort)" = "$(options_of "$command")"
    done <"$scratch/commands"
    ok "zsh offers a choice" test "$(handed khi --dict x check '' | grep -c ':(auto always never)$')" -eq 1
fi
finish
