#!/usr/bin/env python3
"""Writes the digests of the page's script and style into PagePolicy.swift.

usage: digests.py PAGE

PAGE is a page that the program wrote.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path

POLICY = Path(__file__).parents[1] / "PageServer" / "Page" / "PagePolicy.swift"
PARTS = {
    "scriptHash": re.compile(rb'<script type="module">(.*)</script>', re.DOTALL),
    "styleHash": re.compile(rb"<style>(.*?)</style>", re.DOTALL),
}


def main():
    page = Path(sys.argv[1]).read_bytes()
    text = POLICY.read_text()
    for name, pattern in PARTS.items():
        content = pattern.search(page)[1]
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        text = re.sub(f'({name} = ")[^"]*', rf"\g<1>sha256-{digest}", text)
    POLICY.write_text(text)


main()
