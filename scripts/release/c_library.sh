#!/usr/bin/env bash
# Builds the C library for a target, and packs it with its header, a file for pkg-config and licences below target/release-files, with the
# checksum beside it. Another system's library is linked by zig. A library for musl is for programs that are linked dynamically (the shared
# one) or statically. What is built for this machine is tried: its shared and its static library are called from C.
#   scripts/release/c_library.sh [TARGET]      # without one: this machine's
set -euo pipefail
cd "$(dirname "$0")/../.."

. scripts/release/for_target.sh
abi="$(sed -n 's/^pub const CANJU_ABI: u32 = \([0-9]*\);/\1/p' src/c/lib.rs)"

build=(cargo rustc)
if [ "$target" != "$host" ]; then
    . scripts/release/zig.sh
    build=(cargo-zigbuild rustc)
fi
build+=(--release --locked --package canju-c --target "$target" --crate-type)

# What the target calls the shared library, and how it is told its name.
name=() flags=() static=libcanju_c.a
case "$target" in
    *windows-msvc) name=(canju_c.dll canju.dll) static=canju_c.lib ;;
    *windows*) name=(canju_c.dll canju.dll) ;;
    *apple*)
        name=(libcanju_c.dylib "libcanju.$abi.dylib" libcanju.dylib)
        flags=(-C "link-arg=-Wl,-install_name,@rpath/libcanju.$abi.dylib")
        ;;
    *)
        name=(libcanju_c.so "libcanju.so.$abi" libcanju.so)
        flags=(-C "link-arg=-Wl,-soname,libcanju.so.$abi")
        # A library that is loaded by others needs the system's own, so all of it is compiled for that.
        case "$target" in *musl*) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=-crt-static" ;; esac
        ;;
esac
archive="canju-c-$version-$target"
stage="$files/$archive"
rm -rf "$stage"
mkdir -p "$stage"/{include,lib/pkgconfig}
"${build[@]}" cdylib -- "${flags[@]}"
lib="$built/$target/release"
cp "$lib/${name[0]}" "$stage/lib/${name[1]}"
[ ${#name[@]} -lt 3 ] || ln -s "${name[1]}" "$stage/lib/${name[2]}"
for import in libcanju_c.dll.a canju_c.dll.lib; do
    [ ! -e "$lib/$import" ] || cp "$lib/$import" "$stage/lib/${import/_c/}"
done
# The system's libraries that the static one needs.
needs="$("${build[@]}" staticlib -- --print native-static-libs 2>&1 | tee /dev/stderr | sed -n 's/^note: native-static-libs: //p' | tail -1)"
cp "$lib/$static" "$stage/lib/${static/_c/}"
cat > "$stage/lib/pkgconfig/canju.pc" << PC
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: canju
Description: Exact solver for Dou Dizhu endgames
Version: $version
Libs: -L\${libdir} -lcanju
Libs.private: $needs
Cflags: -I\${includedir}
PC
cp src/c/canju.h "$stage/include"
cp LICENSE-MIT LICENSE-APACHE "$stage"

if [ "$target" = "$host" ] && command -v cc > /dev/null; then
    tour=(cc -std=c11 -D_POSIX_C_SOURCE=200809L -I "$stage/include" src/c/examples/tour.c -o "$stage/tour")
    "${tour[@]}" -L "$stage/lib" -lcanju -lpthread
    LD_LIBRARY_PATH="$stage/lib" DYLD_LIBRARY_PATH="$stage/lib" "$stage/tour" > /dev/null
    # shellcheck disable=SC2086
    "${tour[@]}" "$stage/lib/${static/_c/}" $needs -lpthread
    "$stage/tour" > /dev/null
    rm "$stage/tour"
    echo "c_library.sh: $target: the tour runs with both libraries"
elif [[ "$target-$host" == x86_64-*musl-x86_64-*linux* ]]; then
    "$zig_tools/bin/python" -m ziglang cc -target x86_64-linux-musl -std=c11 -D_POSIX_C_SOURCE=200809L -static -I "$stage/include" \
        src/c/examples/tour.c "$stage/lib/libcanju.a" -lunwind -o "$stage/tour"
    "$stage/tour" > /dev/null
    rm "$stage/tour"
    echo "c_library.sh: $target: the tour runs, linked statically"
else
    echo "c_library.sh: $target does not run here: not tried" >&2
fi

pack "$archive"
