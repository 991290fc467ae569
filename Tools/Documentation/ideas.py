#!/usr/bin/env python3
"""Checks the files that ARCHITECTURE.md names for each idea of the code.

A reader looks a file up by its name. So each name must lead to one file, and an idea must not need
more than six of them.
"""

import pathlib
import re
import sys

from sources import ROOT, repository_files

NAME = re.compile(r"`([\w/.+-]+\.(?:swift|c|h|py))`")
MAXIMUM = 6


def faults(text, files):
    """Yields a line for each wrong name or row, given the paths of all files of the repository."""
    names = [pathlib.PurePath(file).name for file in files]
    for name in sorted(set(NAME.findall(text))):
        if name in files:
            continue
        count = 0 if "/" in name else names.count(name)
        if count != 1:
            found = "there is no" if count == 0 else f"{count} files are named"
            yield f"ARCHITECTURE.md: {found} '{name}'"
    for idea, count in counts(text):
        if count > MAXIMUM:
            yield f"ARCHITECTURE.md: '{idea}' names {count} files; the maximum is {MAXIMUM}"


def counts(text):
    """Returns the ideas, which are rows of a table, and the number of files that each names."""
    rows = [line for line in text.splitlines() if line.startswith("|") and NAME.search(line)]
    return [(line.split("|")[1].strip(), len(NAME.findall(line))) for line in rows]


def main():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found = list(faults(text, repository_files()))
    for fault in found:
        print(fault, file=sys.stderr)
    if found:
        sys.exit(1)
    ideas = counts(text)
    print(f"{len(ideas)} ideas, in at most {max(count for _, count in ideas)} files each")


if __name__ == "__main__":
    main()
