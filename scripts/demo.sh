#!/usr/bin/env bash
# What king does, in three commands. Needs `king` on the PATH; `make demo` sees to that.
set -eu -o pipefail
cd "$(dirname "$0")/.."

show() {
    printf '\n$ %s\n' "$1"
    eval "$1"
}

show 'king replay fixtures/records/demo.pkn'
show 'king deal --variant russian --contract queens --left 4 --seed demo | king solve - --all-cards --line'
show 'king simulate --variant russian --matches 200 --seed demo'
