#!/usr/bin/env bash
# Writes what goes with the program into a directory: manual pages in English and Chinese, and completions of five shells.
#   scripts/release/assets.sh PROGRAM DIR
set -euo pipefail
program="$1"
directory="$2"

mkdir -p "$directory"/{man/man1,man/zh_CN/man1,completions}
commands="$("$program" --lang en -h | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' | grep -v '^help$')"
below="$("$program" --lang en poker -h | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/poker-\1/p' | grep -v 'help$')"
"$program" --lang en man > "$directory/man/man1/canju.1"
"$program" --lang zh man > "$directory/man/zh_CN/man1/canju.1"
for command in $commands $below; do
    "$program" --lang en man "$command" > "$directory/man/man1/canju-$command.1"
    "$program" --lang zh man "$command" > "$directory/man/zh_CN/man1/canju-$command.1"
done
for shell in bash zsh fish powershell elvish; do
    "$program" --lang en completions "$shell" > "$directory/completions/canju.$shell"
done
