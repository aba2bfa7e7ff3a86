"""Writes what the server `CANJU` sends to browsers into a directory: `build_site.py DIR [ARGUMENT…]`, run by `build_site.sh`."""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What the list of files does not name: itself, and the worker that reads it.
UNNAMED = ["files.json", "sw.js"]

# What those read who show a preview of a link. What stands behind # never reaches them, so all links have the same picture.
PREVIEW = """<meta property="og:type" content="website">
<meta property="og:title" content="canju 残局">
<meta property="og:description" content="Dou Dizhu endgames with open hands: who wins, and by which move? 斗地主残局：谁能赢，怎么出？">
<meta property="og:image" content="{address}/preview.png">
<meta name="twitter:card" content="summary_large_image">
"""


def main():
    site, *arguments = sys.argv[1:]
    server = subprocess.Popen([os.environ["CANJU"], "serve", "--listen", "127.0.0.1:0", *arguments], stderr=subprocess.PIPE, text=True)
    try:
        said = server.stderr.readline()
        address = re.search(r"http://[\d.:]+", said)
        if not address:
            sys.exit(said.strip() + server.stderr.read())
        # It must not wait for a reader of its log.
        threading.Thread(target=server.stderr.read, daemon=True).start()

        def content(name):
            with urllib.request.urlopen(urllib.parse.urljoin(f"{address.group()}/", urllib.parse.quote(name))) as answer:
                return answer.read()

        files = {name: content(name) for name in [*json.loads(content("files.json"))["files"], *UNNAMED]}
    finally:
        server.terminate()
        server.wait()
    if address := os.environ.get("ADDRESS"):
        head, about, rest = files["./"].partition(b"<!-- What lies beside it.")
        files["./"] = head + PREVIEW.format(address=html.escape(address.rstrip("/"))).encode() + about + rest
        files["preview.png"] = (ROOT / "docs/app.png").read_bytes()
    for name, data in files.items():
        place = pathlib.Path(site, "index.html" if name == "./" else name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes: {site}")


main()
