# For those who source this from the root of the sources: puts `cargo-zigbuild` and zig on the path, from PyPI, in an environment below target.
zig_tools="$(realpath -m "${CARGO_TARGET_DIR:-target}")/zig"
if [ ! -x "$zig_tools/bin/cargo-zigbuild" ]; then
    python3 -m venv "$zig_tools"
    "$zig_tools/bin/python" -m pip install --quiet --disable-pip-version-check cargo-zigbuild
fi
PATH="$zig_tools/bin:$PATH"
