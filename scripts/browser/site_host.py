"""The static site on a host that knows nothing but files."""

import functools
import http.server
import os
import subprocess
import threading

from app_table import PROGRAM


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Host:
    """Builds the site at a path below a directory, and sends that directory's files until it is told to stop."""

    def __init__(self, root, below):
        self.folder = root / below
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=root))
        self.address = f"http://127.0.0.1:{self.server.server_port}/{below}"
        subprocess.run(["scripts/web/build_site.sh", self.folder], check=True, env={**os.environ, "CANJU": PROGRAM, "ADDRESS": self.address})
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
