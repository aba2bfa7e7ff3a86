"""A copy of the tree in which scripts change the sources and build (plant_faults.py, mutants.py)."""

import pathlib
import shutil
import subprocess


def copy_tree(root, copy):
    """The files below `root` that git tracks or would add, as they are now; others in `copy` are removed."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listing, cwd=root, check=True, capture_output=True).stdout.decode().split("\0")
    wanted = {name for name in names if name and ((root / name).is_symlink() or (root / name).is_file())}
    for name in wanted:
        if (root / name).is_symlink():
            link(copy / name, (root / name).readlink())
        else:
            place(copy / name, (root / name).read_bytes())
            shutil.copymode(root / name, copy / name)
    for old in copy.rglob("*"):
        if (old.is_symlink() or old.is_file()) and str(old.relative_to(copy)) not in wanted:
            old.unlink()


def link(path: pathlib.Path, target: pathlib.Path):
    """Makes a link, or leaves the one that is there."""
    if path.is_symlink() and path.readlink() == target:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def place(path: pathlib.Path, content: bytes):
    """Writes a file. One that is the same already keeps its time, so that little is rebuilt."""
    if path.is_symlink():
        path.unlink()
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
