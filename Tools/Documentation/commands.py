#!/usr/bin/env python3
"""Prints the command reference: what `reprise help` says of each verb, as a page.

usage: commands.py PROGRAM
"""

import re
import subprocess
import sys

HEAD = """# Commands

The verbs and options of every app in the shell, here of the sample app `reprise`. `reprise help VERB` prints the
same. `Tools/Documentation/commands.py` writes this page; change the texts beside the verbs.
"""


def help(program, *words):
    return subprocess.run([program, "help", *words], capture_output=True, text=True, check=True).stdout


def reference(program):
    """The page."""
    overview = help(program)
    verbs = re.findall(r"^  ([a-z]+) {2,}\S", overview[:overview.index("Options:")], re.MULTILINE)
    sections = [f"## Overview\n\n```text\n{overview}```\n"]
    for verb in verbs:
        if verb != "help":
            sections.append(f"## {verb}\n\n```text\n{help(program, verb)}```\n")
    return "\n".join([HEAD, *sections])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(reference(sys.argv[1]), end="")
