"""Checks the files that ARCHITECTURE.md names.

A reader looks a file up by its name. So each name must lead to one file, and a subject must not
need more than six of them.
"""

import pathlib
import re

NAME = re.compile(r"`([\w/.+-]+\.(?:swift|c|h|py))`")
MAXIMUM = 6


def check_architecture(text, files):
    """Checks the names of files in `text` against the paths of all files of the repository."""
    names = [pathlib.PurePath(file).name for file in files]
    problems = []
    for name in sorted(set(NAME.findall(text))):
        if name in files:
            continue
        count = 0 if "/" in name else names.count(name)
        if count != 1:
            found = "there is no" if count == 0 else f"{count} files are named"
            problems.append(f"ARCHITECTURE.md: {found} '{name}'")
    for line in text.splitlines():
        count = len(NAME.findall(line))
        if line.startswith("|") and count > MAXIMUM:
            subject = line.split("|")[1].strip()
            problems.append(
                f"ARCHITECTURE.md: '{subject}' names {count} files; the maximum is {MAXIMUM}")
    return problems
