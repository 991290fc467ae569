#!/usr/bin/env python3
"""Counts the public symbols of symbol graphs and fails if one has no documentation.

usage: check.py SYMBOL-GRAPH-DIRECTORY

A symbol is documented if it or the requirement that it satisfies has a doc comment. Its summary,
the first paragraph, is at most 150 characters long.
"""

import json
import pathlib
import sys

SUMMARY_LIMIT = 150


def summary(symbol):
    """Returns the first paragraph of a symbol's doc comment, or None."""
    if "docComment" not in symbol:
        return None
    lines = [line["text"].strip() for line in symbol["docComment"]["lines"]]
    end = lines.index("") if "" in lines else len(lines)
    return " ".join(lines[:end])


def problem(symbol):
    """Returns what is wrong with a symbol's documentation, or None."""
    text = summary(symbol)
    if not text:
        return "has no documentation"
    if len(text) > SUMMARY_LIMIT:
        return f"has a summary of {len(text)} characters; at most {SUMMARY_LIMIT} are wanted"
    return None


def place(symbol):
    """Returns the location of a symbol's declaration in the format of a compiler message."""
    location = symbol.get("location")
    if location is None:
        return "(generated)"
    line = location["position"]["line"] + 1
    return f"{location['uri'].removeprefix('file://')}:{line}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    graphs = sorted(pathlib.Path(sys.argv[1]).rglob("*.symbols.json"))
    if not graphs:
        sys.exit(f"there are no symbol graphs in {sys.argv[1]}; 'make docs' writes them")
    count = 0
    faults = []
    for graph in graphs:
        for symbol in json.loads(graph.read_text())["symbols"]:
            count += 1
            if (fault := problem(symbol)) is not None:
                name = ".".join(symbol["pathComponents"])
                faults.append(f"{place(symbol)}: '{name}' {fault}")
    for fault in sorted(set(faults)):
        print(fault, file=sys.stderr)
    print(f"{count - len(faults)} of {count} public symbols are documented")
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
