# For scripts that build for a target, the first argument or this machine's, which source this from the root of the sources: sets `host`,
# `target`, `version`, `built` and `files`, the directory of release files, and installs what the compiler needs for the target.
host="$(rustc -vV | sed -n 's/^host: //p')"
target="${1:-$host}"
. scripts/release/version.sh
built="${CARGO_TARGET_DIR:-target}"
files="$built/release-files"

if ! rustup target list --installed | grep -qx "$target"; then
    rustup target add "$target"
fi

# Packs a directory of `files` as an archive with its checksum, removes it, and prints where the archive is.
pack() {
    local archive
    case "$target" in
        *windows*)
            archive="$1.zip"
            (cd "$files" && rm -f "$archive" && python3 -m zipfile -c "$archive" "$1")
            ;;
        *)
            archive="$1.tar.gz"
            tar -C "$files" -czf "$files/$archive" "$1"
            ;;
    esac
    rm -rf "${files:?}/$1"
    (cd "$files" && python3 - "$archive" > "$archive.sha256" <<'PYTHON'
import hashlib, pathlib, sys
for name in sys.argv[1:]:
    print(f"{hashlib.sha256(pathlib.Path(name).read_bytes()).hexdigest()}  {name}")
PYTHON
    )
    echo "$files/$archive"
}
