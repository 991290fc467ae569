"""The sources of the repository: which files they are, and their comments, strings and code.

`prose.py` reads their text, and `sizes.py` their code.
"""

import bisect
import functools
import pathlib
import re
import subprocess
from dataclasses import dataclass

from languages import BY_FILE, language_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Snapshots are recorded, and generated files say so in their first line.
RECORDED = re.compile(r"(?:^|/)__Snapshots__/")
GENERATED = re.compile(r"[^\n]*\bwrites this file\b")


@dataclass(frozen=True)
class Piece:
    """A comment or a string of a source, with letters instead of the code in it."""

    kind: str
    start: int
    text: str

    @property
    def end(self):
        return self.start + len(self.text)


class Source:
    """The text of a file, and its pieces."""

    def __init__(self, path, text):
        self.path, self.text, self.language = path, text, language_of(path, text)
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.holes = []
        self.pieces = list(self.find_pieces())

    def line(self, offset):
        """Returns the number of the line with an offset, counted from 1."""
        return bisect.bisect_right(self.starts, offset)

    def indentation(self, offset):
        """Returns the text between the beginning of a line and an offset in it."""
        return self.text[self.starts[self.line(offset) - 1]:offset]

    @functools.cached_property
    def code(self):
        """The text with blanks instead of the pieces, so that offsets are the same."""
        parts, end = [], 0
        for piece in self.pieces:
            parts += [self.text[end:piece.start], re.sub(r"[^\n]", " ", piece.text)]
            end = piece.end
        return "".join([*parts, self.text[end:]])

    def is_docstring(self, piece):
        """Returns whether a string of Python documents the code around it."""
        if self.language.name != "Python" or not piece.text.startswith('"""'):
            return False
        code_before = self.code[:piece.start].rstrip()
        return not self.indentation(piece.start).strip() and code_before[-1:] in ("", ":")

    def find_pieces(self):
        sign, position = re.compile(self.language.sign, re.DOTALL), 0
        while first := sign.search(self.text, position):
            position = first.start() + 1
            if found := self.language.pattern.match(self.text, first.start()):
                self.holes.clear()
                position = self.end_of_piece(found)
                kind = next((kind for kind in ("comment", "other") if found[kind]), "string")
                yield Piece(kind, found.start(), self.without_holes(found.start(), position))

    def without_holes(self, start, end):
        text = self.text[start:end]
        for first, last in self.holes:
            code = re.sub(r"[^\n]", "X", text[first - start:last - start])
            text = text[:first - start] + code + text[last - start:]
        return text

    def end_of_piece(self, found):
        """Returns the end of a piece that matches the language's pattern."""
        for index, quote in enumerate(self.language.quotes):
            if found[f"quote{index}"]:
                return self.end_of_string(found.end(), quote)
        return found.end()

    def end_of_string(self, position, quote):
        while found := quote.stop.search(self.text, position):
            position = found.end()
            if found["hole"]:
                position = self.end_of_hole(position)
                self.holes.append((found.start(), position))
            elif not found["escape"]:
                return position
        return len(self.text)

    def end_of_hole(self, position):
        """Returns the end of the code in a string, after the bracket that closes it."""
        pattern = re.compile(
            rf"(?P<open>[({{])|(?P<close>[)}}])|{self.language.pattern.pattern}",
            re.MULTILINE | re.DOTALL)
        depth = 1
        while depth > 0 and (found := pattern.search(self.text, position)):
            depth += bool(found["open"]) - bool(found["close"])
            position = self.end_of_piece(found)
        return position


def repository_files():
    """Returns the paths of the repository's files in order, without deleted and ignored ones."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout
    return sorted(name for name in set(listed.split("\0")) - {""} if (ROOT / name).is_file())


def sources(arguments=()):
    """Yields the sources among some files and folders, or those of the whole repository."""
    chosen = [pathlib.Path(argument).resolve() for argument in arguments] or [ROOT]
    for name in repository_files():
        path = ROOT / name
        if RECORDED.search(name) or not any(path.is_relative_to(part) for part in chosen):
            continue
        if path.suffix in {*BY_FILE, ""}:
            text = path.read_text(encoding="utf-8", errors="replace")
            if language_of(name, text) and not GENERATED.match(text):
                yield Source(name, text)
