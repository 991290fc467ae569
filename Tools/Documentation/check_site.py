#!/usr/bin/env python3
"""Serves the site like any web server, and requests its pages with everything that they refer to.

usage: check_site.py SITE
"""

import functools
import http.server
import pathlib
import re
import sys
import threading
import urllib.error
import urllib.request

from catalogue import articles


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1])
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = sorted(f"/{path.parent.relative_to(site)}/"
                   for path in site.glob("documentation/**/index.html"))
    faults = [f"there is no page '{article}'"
              for article in sorted(name.lower() for name in articles())
              if f"/documentation/reprise/{article}/" not in pages]
    # A page is a frame that loads its content from the data with the same path.
    addresses = set(pages) | {f"/data{page.rstrip('/')}.json" for page in pages}
    for path in {*pages[:1], *pages[-1:]}:
        text = (site / path.strip("/") / "index.html").read_text(encoding="utf-8")
        addresses |= {address for address in re.findall(r'(?:src|href)="(/[^"]+)"', text)}
    for address in sorted(addresses):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}{address}").read()
        except urllib.error.HTTPError as error:
            faults.append(f"'{address}' is answered with {error.code}")
    server.shutdown()
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults or not pages:
        sys.exit(1)
    print(f"{len(pages)} pages of the site can be read")


if __name__ == "__main__":
    main()
