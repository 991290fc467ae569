#!/usr/bin/env python3
"""Removes symbols from symbol graphs that macros or the compiler added to a type.

usage: written.py SYMBOL-GRAPH-DIRECTORY

The compiler gives such a symbol no location, or the location of the attribute that it comes from.
"""

import functools
import json
import pathlib
import sys


@functools.cache
def lines(uri):
    return pathlib.Path(uri.removeprefix("file://")).read_text(encoding="utf-8").splitlines()


def is_written(symbol):
    location = symbol.get("location")
    if location is None:
        return False
    position = location["position"]
    return not lines(location["uri"])[position["line"]][position["character"]:].startswith("@")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in pathlib.Path(sys.argv[1]).rglob("*.symbols.json"):
        graph = json.loads(path.read_text(encoding="utf-8"))
        left_out = {symbol["identifier"]["precise"] for symbol in graph["symbols"]
                    if not is_written(symbol)}
        graph["symbols"] = [
            symbol for symbol in graph["symbols"]
            if symbol["identifier"]["precise"] not in left_out]
        graph["relationships"] = [
            relationship for relationship in graph["relationships"]
            if not {relationship["source"], relationship["target"]} & left_out]
        path.write_text(json.dumps(graph), encoding="utf-8")


if __name__ == "__main__":
    main()
