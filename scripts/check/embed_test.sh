#!/usr/bin/env bash
# Builds the C library, and the example of each language that calls it, runs them all and checks what they say; the one in C under valgrind,
# too. Where the system is Debian it installs the compilers that are missing.
#
#     scripts/check/embed_test.sh            # C, C++, C#, Java, Go
#     scripts/check/embed_test.sh c java     # these
set -euo pipefail
cd "$(dirname "$0")/../.."

# Package for a program that is missing.
need() {
    command -v "$1" > /dev/null 2>&1 || missing+=("${@:2}")
}
missing=()
wanted=("$@")
[ $# -gt 0 ] || wanted=(c cpp csharp java go)
for language in "${wanted[@]}"; do
    case "$language" in
        c) need cc gcc libc6-dev && need valgrind valgrind ;;
        cpp) need c++ g++ ;;
        csharp) need mcs mono-mcs && need mono mono-runtime libmono-system-core4.0-cil ;;
        java) need javac default-jdk-headless && [ -e /usr/share/java/jna.jar ] || missing+=(libjna-java) ;;
        go) need go golang-go ;;
        *) echo "embed_test.sh: no language $language: c, cpp, csharp, java or go" >&2 && exit 2 ;;
    esac
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
fi

target="${CARGO_TARGET_DIR:-$PWD/target}"
cargo test --release --locked --package canju-c
cargo rustc --release --locked --package canju-c --crate-type cdylib
cargo rustc --release --locked --package canju-c --crate-type staticlib
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# As it is called once it is installed.
cp "$target/release/libcanju_c.so" "$work/libcanju.so"
mkdir "$work/static"
cp "$target/release/libcanju_c.a" "$work/static/libcanju.a"
cp src/c/canju.h src/c/examples/* "$work"
cd "$work"
export LD_LIBRARY_PATH="$work"

# What a tour must say.
check() {
    python3 - "$1" "$2" << 'PYTHON'
import json, pathlib, sys

language, said = sys.argv[1], dict(line.split(": ", 1) for line in pathlib.Path(sys.argv[2]).read_text().splitlines())
answer = {title: json.loads(said[title]) for title in ("solve", "moves", "certificate", "limit", "cancelled")}
assert (answer["solve"]["verdict"], answer["solve"]["best"]) == ("win", "3999"), said["solve"]
wins = [move["move"] for move in answer["moves"]["moves"] if move["verdict"] == "win"]
assert wins == ["3999"], wins
assert answer["certificate"]["verdict"] == "win" and answer["certificate"]["positions"] > 10, said["certificate"]
assert answer["limit"]["reason"] == "nodes" and answer["cancelled"]["reason"] == "interrupted", said
assert said.get("progress", "told") == "told" and "unknown card" in said["refused"], said
assert said.get("freed", "1, again: 0") == "1, again: 0", said["freed"]
if "points" in said:
    assert json.loads(said["points"])["value"] == 2, said["points"]
print(f"{language}: good")
PYTHON
}

for language in "${wanted[@]}"; do
    case "$language" in
        c)
            cc -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -I. tour.c -L. -lcanju -lpthread -o tour
            ./tour > c.said
            cc -std=c11 -D_POSIX_C_SOURCE=200809L -I. tour.c -Lstatic -Wl,-Bstatic -lcanju -Wl,-Bdynamic -lpthread -lm -ldl -o tour-static
            ./tour-static > static.said
            check "C, static" static.said
            valgrind --quiet --error-exitcode=9 ./tour > /dev/null
            ;;
        cpp) c++ -std=c++17 -Wall -Wextra -Werror -I. tour.cpp -L. -lcanju -lpthread -o tour++ && ./tour++ > cpp.said ;;
        csharp) mcs -langversion:latest Tour.cs && mono Tour.exe > csharp.said ;;
        java)
            javac -cp /usr/share/java/jna.jar Tour.java
            java -cp /usr/share/java/jna.jar:. -Djna.library.path="$work" Tour > java.said
            ;;
        go) GO111MODULE=off GOCACHE="$work/go" CGO_CFLAGS="-I$work" CGO_LDFLAGS="-L$work -lcanju" go run tour.go > go.said ;;
    esac
    check "$language" "$language.said"
done
