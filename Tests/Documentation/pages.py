"""Reads the blocks of code of the pages, and the comments that say how to check them.

An HTML comment directly above a block of code states how the block is checked:

    <!-- setup: NAME -->         the commands run in a folder that the function NAME of sandbox.py
                                 prepares
    <!-- setup: previous -->     the commands run in the folder of the previous block
    <!-- workspace -->           the commands of this block and of later ones run in the page's
                                 workspace
    <!-- file: PATH -->          the block is a file of the workspace
    <!-- context: NAME -->       the Swift code is checked within Contexts/NAME.swift
    <!-- context: previous -->   the Swift code is appended to the previous block
    <!-- screen WxH: … -->       the block is a screen of a terminal; see screens.py
    <!-- terminal -->            the commands run in a terminal
    <!-- run by: make TARGET --> the target's recipe contains the commands, and CI runs it
    <!-- built by: make TARGET --> the target builds a package with the manifest in the block
    <!-- engine: NAME -->        the commands and their output are those of `make engines`
    <!-- excerpt: PATH -->       the lines are lines of a file that is checked or run; `…` leaves
                                 out lines
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(
    r"(?:^<!-- (?P<comment>(?:(?!-->).)*?) *-->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL)


class Block:
    """A block of code and the comment above it."""

    def __init__(self, path, line, match):
        self.path = path
        self.location = f"{path.relative_to(ROOT)}:{line}"
        self.comment = match["comment"] or ""
        self.language = match["language"]
        self.text = match["text"]

    def directive(self, name):
        """Returns the text after `name` in the comment, or None for a different directive."""
        if self.comment == name:
            return ""
        if self.comment.startswith(f"{name}: "):
            return self.comment[len(name) + 2:]
        return None

    @property
    def is_session(self):
        return not self.language and any(line.startswith("$ ") for line in self.text.split("\n"))

    @property
    def commands(self):
        """Returns the commands of a session, each with the lines that it prints."""
        commands = []
        for line in self.text.split("\n")[:-1]:
            if line.startswith("$ ") or line == "$":
                commands.append([line[2:], []])
            elif commands and commands[-1][0].endswith("\\") and not commands[-1][1]:
                commands[-1][0] += "\n" + line
            elif commands:
                commands[-1][1].append(line)
        return [(command, lines) for command, lines in commands if command]


def pages():
    """Returns the paths of all pages."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("Documentation/**/*.md"),
                   *ROOT.glob("Examples/*/README.md")])


def blocks(path):
    text = path.read_text(encoding="utf-8")
    return [Block(path, text[:match.start()].count("\n") + 1, match)
            for match in BLOCK.finditer(text)]


UUID = "-".join(f"[0-9A-F]{{{count}}}" for count in (8, 4, 4, 4, 12))
VARIABLE = re.compile(rf"(?P<uuid>{UUID})|\d[\d,.]*\d")


def pattern(lines):
    """Returns a pattern for the output of a command.

    `…` matches any lines. A long number or a UUID matches any other.
    """
    parts = []
    for line in lines:
        if line == "…":
            parts.append(r"(?:.*\n)*?")
            continue
        end = 0
        for match in VARIABLE.finditer(line):
            parts.append(re.escape(line[end:match.start()]))
            parts.append(UUID if match["uuid"] else r"\d[\d,.]*")
            end = match.end()
        parts.append(re.escape(line[end:]) + r"\n")
    return re.compile("".join(parts))


def anchors(path):
    """Returns the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    names = set()
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        names.add(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-"))
    return names


def check_excerpts(found):
    """Checks that the lines of an excerpt are in its file, in the same order."""
    problems = []
    for block in found:
        if (name := block.directive("excerpt")) is None:
            continue
        end, text = 0, (ROOT / name).read_text(encoding="utf-8")
        for part in re.split(r"^…\n", block.text, flags=re.MULTILINE):
            match = re.compile(rf"^{re.escape(part)}", re.MULTILINE).search(text, end)
            if match is None:
                problems.append(f"{block.location}: {name} does not have the lines\n{part}")
                break
            end = match.end()
    return problems


def check_links(paths):
    """Checks that links between pages lead to existing files and headings."""
    problems = []
    for path in paths:
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"),
                      flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.exists():
                problems.append(f"{path.relative_to(ROOT)}: '{link}' leads nowhere")
            elif anchor and anchor not in anchors(target):
                problems.append(
                    f"{path.relative_to(ROOT)}: '{link}' names a heading that is not there")
    return problems
