"""The texts of a source: comments, strings and names of tests, as blocks of lines."""

import re
import textwrap
from dataclasses import dataclass

COMMENT_SIGNS = re.compile(r"^\s*(?:///?|/\*\*?|\*/?(?!\*)|#+|<!--) ?|\s*(?:\*/|-->)$")
QUOTES = "\"'`#"
# Comments for programs.
DIRECTIVE = re.compile(r"#!|#SBATCH\b")
# The beginning of an item of a list, of a row of a table, or of a heading.
ITEM = re.compile(r"\s*(?:[-*] |[|#]|\d+\. )")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass
class Block:
    """Adjacent lines of text with their numbers, and whether the first is a summary."""

    lines: list
    is_summary: bool = False

    @property
    def summary(self):
        """The first line with text and its number, if that is a summary, or None."""
        return next((line for line in self.lines if self.is_summary and line[1].strip()), None)

    def paragraphs(self):
        """Yields the text of each paragraph or item, with the offsets at which its lines begin."""
        text, starts = "", []
        for number, line in [*self.lines, (0, "")]:
            # Code is indented.
            is_text = line.strip() and not line.startswith("    ")
            if text and (not is_text or ITEM.match(line)):
                yield text, starts
                text, starts = "", []
            if is_text:
                starts.append((len(text), number))
                text += line.rstrip() + " "


def numbered(source, piece):
    """Returns the lines of a piece with their numbers."""
    return list(enumerate(piece.text.split("\n"), source.line(piece.start)))


def comments(source):
    """Yields a block for each comment, or for adjacent lines with comments of one kind."""
    block, last_kind, is_first = Block([]), None, True
    for piece in source.pieces:
        if piece.kind != "comment" or DIRECTIVE.match(piece.text):
            continue
        before = source.indentation(piece.start)
        is_documentation = bool(re.match(source.language.documentation, before + piece.text))
        # A recipe of make may begin with an "@".
        kind = (not before.strip(" \t@"), is_documentation)
        lines = [(number, COMMENT_SIGNS.sub("", line)) for number, line in numbered(source, piece)]
        follows = block.lines and block.lines[-1][0] + 1 == lines[0][0]
        if not follows or kind != last_kind or not kind[0]:
            yield block
            block = Block([], is_documentation or is_first and lines[0][0] <= 2)
        block.lines += lines
        last_kind, is_first = kind, False
    yield block


def docstring(source, piece):
    """Returns the lines of a docstring, without its indentation."""
    first, _, rest = piece.text.strip('"').partition("\n")
    lines = [first, *textwrap.dedent(rest).split("\n")]
    return Block(list(enumerate(lines, source.line(piece.start))), is_summary=True)


def strings(source):
    """Yields a block for each docstring and for each string of several words.

    Strings that are joined are one block.
    """
    blocks, end = [Block([])], 0
    for piece in source.pieces:
        if piece.kind != "string":
            continue
        if source.is_docstring(piece):
            yield docstring(source, piece)
            continue
        if not re.fullmatch(source.language.joint, source.code[end:piece.start]):
            blocks.append(Block([]))
        blocks[-1].lines += [(number, line.strip().strip(QUOTES).removesuffix("\\"))
                             for number, line in numbered(source, piece)]
        end = piece.end
    yield from (block for block in blocks if any(" " in line for _, line in block.lines))


def test_names(source):
    """Yields a block for the name of each test. In Python, the name of its method is a sentence."""
    for found in re.finditer(source.language.test, source.text, re.MULTILINE):
        name = found[1].replace("_", " ") if source.language.name == "Python" else found[1]
        yield Block([(source.line(found.start(1)), name[:1].upper() + name[1:])], is_summary=True)


def page(source):
    """Yields the text of a page, without blocks of code, comments and the addresses of links."""
    block, is_code = Block([]), False
    for number, line in enumerate(source.lines, 1):
        is_fence = line.lstrip().startswith("```")
        is_code = is_code != is_fence
        is_text = not is_code and not is_fence and not line.startswith("<!--")
        block.lines.append((number, LINK.sub(r"\1", line) if is_text else ""))
    yield block
