#!/usr/bin/env python3
"""Writes the address of the sources into all that is published: the crates, the npm package, the Python package, the citation.

    scripts/release/address.py https://example.org/someone/canju

The tree itself names no address, since anyone may publish from a copy of it. A workflow knows its own, and passes it. Whoever publishes by
hand runs this first. A second run replaces the address. At the end it reads everything back, and fails if a package lacks the address.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def packages() -> list[dict]:
    """The crates of the workspace that are published, as cargo reads them."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    read = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [package for package in json.loads(read)["packages"] if package["publish"] != []]


def put(path: Path, old: str, line: str, after: str, head: str = "") -> None:
    """Replaces the line that matches `old`, or puts the line, with a head before it, behind what matches `after`."""
    text = path.read_text(encoding="utf-8")
    if re.search(old, text, re.MULTILINE):
        new = re.sub(old, lambda _: line, text, count=1, flags=re.MULTILINE)
    else:
        new, places = re.subn(after, lambda found: f"{found[0]}\n{head}{line}", text, count=1, flags=re.MULTILINE)
        if places == 0:
            sys.exit(f"address.py: {path.relative_to(ROOT)}: nothing matches {after}")
    path.write_text(new, encoding="utf-8", newline="\n")


def main() -> None:
    if len(sys.argv) != 2 or not re.fullmatch(r"https://[^\s\"]+[^\s\"/]", sys.argv[1]):
        sys.exit("usage: scripts/release/address.py https://HOST/OWNER/NAME")
    address = sys.argv[1]
    put(ROOT / "Cargo.toml", r"^repository = .*$", f'repository = "{address}"', r"^license = .*$")
    for package in packages():
        manifest = Path(package["manifest_path"])
        put(manifest, r"^repository\.workspace = true$", "repository.workspace = true", r"^license\.workspace = true$")
    npm, python, citation = (ROOT / path for path in ("src/web/npm/package.json", "src/python/pyproject.toml", "CITATION.cff"))
    source = json.dumps({"type": "git", "url": f"git+{address}.git"})
    put(npm, r'^  "repository": .*$', f'  "repository": {source},', r'^  "license": .*$')
    put(python, r"^Repository = .*$", f'Repository = "{address}"', r"^classifiers = \[[^]]*\]$", "\n[project.urls]\n")
    put(citation, r"^repository-code: .*$", f"repository-code: {address}", r"^type: .*$")

    lacking = [package["name"] for package in packages() if package["repository"] != address]
    if json.loads(npm.read_text(encoding="utf-8"))["repository"] != json.loads(source):
        lacking.append(npm.name)
    lacking += [path.name for path in (python, citation) if address not in path.read_text(encoding="utf-8")]
    if lacking:
        sys.exit(f"address.py: not written to {', '.join(lacking)}")


if __name__ == "__main__":
    main()
