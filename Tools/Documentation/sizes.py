#!/usr/bin/env python3
"""Checks the sizes of lines, files and functions, in every language except that of the documents.

usage: sizes.py [PATH ...]     (default: all sources of the repository)

- A line has at most 100 columns. It is excepted if it cannot be broken: because of one long word,
  such as an address, or because it ends within a literal of several lines.
- A file has at most 400 lines. A manifest of a package is excepted, because it must be one file.
- A function has at most 70 lines, from its name to its last bracket. Literals of several lines,
  such as expected outputs, do not count.
"""

import pathlib
import re
import sys

from functions import functions
from sources import sources

MAX_COLUMNS = 100
MAX_LINES = 400
MAX_FUNCTION_LINES = 70
MANIFEST = "Package.swift"
# Signs that are drawn on the character before them, as in "é" or in a family of emoji.
COMBINING = re.compile(r"[\u0300-\u036f\ufe0f]|\u200d.")
LITERAL = re.compile(r"#*\"\"\"|'''|`|<<")


def literal_lines(source):
    """Returns the numbers of the lines that end within a literal of several lines."""
    found = set()
    for piece in source.pieces:
        is_literal = piece.kind == "string" and LITERAL.match(piece.text)
        if is_literal and not source.is_docstring(piece):
            first = source.line(piece.start)
            found.update(range(first, first + piece.text.count("\n")))
    return found


def columns(line):
    return len(COMBINING.sub("", line.expandtabs()))


def is_too_long(line):
    """Returns whether a line has too many columns, and would have fewer if it was broken."""
    if columns(line) <= MAX_COLUMNS:
        return False
    line = line.expandtabs()
    indentation = len(line) - len(line.lstrip())
    return indentation + max(map(len, line.split())) <= MAX_COLUMNS


def faults(source):
    """Yields the rule and the message of each line, file and function that is too large."""
    literal = literal_lines(source)
    for number, line in enumerate(source.lines, 1):
        # A backslash breaks a line of a literal without being a part of its text.
        if is_too_long(line) and (number not in literal or line.endswith("\\")):
            count = columns(line)
            yield "line", f"{source.path}:{number}: {count} columns, of at most {MAX_COLUMNS}"
    is_manifest = pathlib.PurePath(source.path).name == MANIFEST
    if (count := source.text.count("\n")) > MAX_LINES and not is_manifest:
        yield "file", f"{source.path}: {count} lines, of at most {MAX_LINES}"
    for name, first, last in functions(source):
        count = last - first + 1 - len(literal.intersection(range(first, last)))
        if count > MAX_FUNCTION_LINES:
            yield "function", (f"{source.path}:{first}: '{name}' has {count} lines, "
                               f"of at most {MAX_FUNCTION_LINES}")


def main(arguments):
    files, found = 0, []
    for source in sources(arguments):
        if source.language.name != "Markdown":
            files += 1
            found += faults(source)
    for _, message in found:
        print(message)
    rules = [rule for rule, _ in found]
    print(f"{files} files: {rules.count('line')} lines over {MAX_COLUMNS} columns, "
          f"{rules.count('file')} over {MAX_LINES} lines, "
          f"{rules.count('function')} functions over {MAX_FUNCTION_LINES} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
