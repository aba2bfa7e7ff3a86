#!/usr/bin/env python3
"""Lists what the library `canju` shows to its users, and compares it with src/canju/public_items.txt.

    scripts/check/public_items.py                        # fails, with the difference, if the surface has changed
    INSTA_UPDATE=always scripts/check/public_items.py    # writes the list: look at the difference before you commit it

Every type, trait and function must also have an example, which `cargo test` runs. Methods may do with their type's.

The list is read from the pages that `cargo doc` writes with all features: they have what is re-exported from other crates,
without what is hidden. The pages of the other crates are written, too, with the features that the gate has built. It needs nothing but Python's standard library. A line is an item, with its signature.
"""

import difflib
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "src" / "canju" / "public_items.txt"
DOC = ["cargo", "doc", "--release", "--no-deps", "--locked", "--workspace", "--lib", "--all-features"]

# Kinds of pages that need an example, as their file names begin.
WITH_EXAMPLE = ("enum", "fn", "struct", "trait", "type")
# The sections of a page that list what its users can name. The others are of the language and of all types.
SECTIONS = (
    "fields", "variants", "implementations", "trait-implementations",
    "required-associated-types", "required-associated-consts", "required-methods", "provided-methods",
)  # fmt: skip
HEADING = re.compile(r'<h2 id="([\w-]+)" class="[^"]*section-header')
DECLARATION = re.compile(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', re.DOTALL)
FIELD = re.compile(r'<span id="structfield\.([^"]*)" class="structfield[^"]*">.*?<code>(.*?)</code>', re.DOTALL)
FIELD_OF_VARIANT = re.compile(r'<span id="variant\.([^"]*\.field\.[^"]*)" class="[^"]*">.*?<code>(.*?)</code>', re.DOTALL)
MEMBER = re.compile(
    r'<section id="(variant|method|tymethod|associatedconstant|associatedtype)\.([^"]*)" class="[\w ]+">'
    r'.*?<h[1-6] class="code-header">(.*?)</h[1-6]>',
    re.DOTALL,
)
IMPLEMENTED = re.compile(r'<section id="impl-[^"]*" class="impl">.*?<h3 class="code-header">(.*?)</h3>', re.DOTALL)
# What the compiler adds to `derive`.
DERIVED = {"StructuralPartialEq"}
EXAMPLE = re.compile(r'<div class="example-wrap"><pre class="rust')


def plain(code):
    """Code without its links and line breaks."""
    code = re.sub(r"<summary.*?</summary>|<a [^>]*class=\"tooltip\".*?</a>", "", code, flags=re.DOTALL)
    code = re.sub(r"</?(?:div|br)[^>]*>", " ", code)
    code = html.unescape(re.sub(r"<[^>]*>", "", code))
    return re.sub(r"\s+", " ", code).replace("( ", "(").replace(", )", ")").strip()


def named(code, name, path):
    """A declaration with the whole path for the name."""
    return re.sub(rf"\b{re.escape(name)}\b", lambda _: path, plain(code).replace("pub ", "", 1), count=1)


def items(page, path, kind):
    """The lines of one page, and whether it has an example."""
    text = page.read_text(encoding="utf-8")
    first, *rest = HEADING.split(text)
    name, path = path[-1], "::".join(path)
    head = named(DECLARATION.search(first)[1], name, path)
    # What is in the braces has lines of its own.
    lines = [re.sub(r" ?\{.*", "", head) if kind in ("enum", "struct", "trait") else head]
    traits, generic = [], []
    for section, body in zip(rest[::2], rest[1::2]):
        if section == "trait-implementations":
            for code in IMPLEMENTED.findall(body):
                implemented = plain(code)
                plain_trait = re.fullmatch(rf"impl (.+) for {name}(?:<[^<>]*>)?", implemented)
                if plain_trait:
                    traits.append(plain_trait[1])
                elif re.search(rf" for {name}\b", implemented):
                    generic.append(f"{implemented} ({path})")
        elif section == "fields":
            lines += [f"field {named(code, field, f'{path}::{field}')}" for field, code in FIELD.findall(body)]
        elif section in SECTIONS:
            found = MEMBER.findall(body)
            # The order of variants means something, that of functions does not.
            for what, member, code in found if section == "variants" else sorted(found, key=lambda one: one[1]):
                member = re.sub(r"-\d+$", "", member)
                variant = "variant " if what == "variant" else ""
                lines.append(variant + named(code, member, f"{path}::{member}"))
                for field, code in FIELD_OF_VARIANT.findall(body) if variant else ():
                    of, _, field = field.partition(".field.")
                    # The fields of a tuple are in the variant's own line.
                    if of == member and not field.isdigit():
                        lines.append(f"field {named(code, field, f'{path}::{member}::{field}')}")
    lines += sorted(generic)
    if traits:
        lines.append(f"impl {', '.join(sorted(set(traits) - DERIVED))} for {path}")
    return lines, bool(EXAMPLE.search(first))


def main():
    target = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
    pages = target / "doc" / "canju"
    # Cargo writes the pages again if they are gone; those that are there may be of other features.
    shutil.rmtree(pages, ignore_errors=True)
    subprocess.run(DOC, cwd=ROOT, check=True)
    listed = re.findall(r'<li><a href="([^"]+)">', (pages / "all.html").read_text(encoding="utf-8"))
    lines, without = [], []
    pages_of = {}
    for name in listed:
        *modules, file = name.split("/")
        kind, item, _ = file.split(".")
        pages_of["canju", *modules, item, kind] = pages / name
    for (*path, kind), page in sorted(pages_of.items(), key=lambda found: (found[0][:-2], found[0])):
        found, has_example = items(page, path, kind)
        lines += found
        if kind in WITH_EXAMPLE and not has_example:
            without.append("::".join(path))
    if len(listed) < 50 or len(lines) < 3 * len(listed):
        sys.exit(f"{len(listed)} items, {len(lines)} lines: does rustdoc write other pages now?")
    if without:
        sys.exit("".join(f"{path} has no example\n" for path in without))
    text = "".join(line + "\n" for line in lines)
    if os.environ.get("INSTA_UPDATE") == "always":
        KEPT.write_text(text, encoding="utf-8")
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    changed = list(difflib.unified_diff(kept, lines, str(KEPT.relative_to(ROOT)), "what cargo doc shows", lineterm="", n=0))
    if changed:
        print(*changed, sep="\n")
        sys.exit("The public items are others. If they should be: INSTA_UPDATE=always scripts/check/public_items.py")
    print(f"{len(listed)} public items in {len(lines)} lines, as kept")


if __name__ == "__main__":
    main()
