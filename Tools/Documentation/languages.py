"""The languages of the repository, and the forms of their comments, strings and tests."""

import functools
import pathlib
import re
from dataclasses import dataclass

NOTHING = r"(?!)"


@dataclass(frozen=True)
class Quote:
    """A string that can contain code, such as `"\\(name)"` in Swift."""

    opening: str
    ending: str
    hole: str
    escape: str = r"\\."

    @functools.cached_property
    def stop(self):
        """The pattern of an end, of the beginning of code, and of an escaped character."""
        return re.compile(
            f"(?P<hole>{self.hole})|(?P<escape>{self.escape})|{self.ending}", re.DOTALL)


@dataclass(frozen=True)
class Language:
    """The names of a language's files, and regular expressions for what they contain."""

    name: str
    files: tuple
    comment: str = NOTHING
    string: str = NOTHING
    quotes: tuple = ()
    # Text that could be mistaken for the beginning of a comment or a string.
    other: str = NOTHING
    # The first character of a comment, of a string, or of such a text.
    sign: str = r"[/\\\"'`#]"
    # The code between two strings that are joined.
    joint: str = NOTHING
    # The beginning of a line with a comment that documents a declaration.
    documentation: str = NOTHING
    # A test, with its name as the group.
    test: str = NOTHING

    @functools.cached_property
    def pattern(self):
        """The pattern of all that is not code."""
        forms = {"other": self.other, "comment": self.comment, "string": self.string}
        forms |= {f"quote{index}": quote.opening for index, quote in enumerate(self.quotes)}
        return re.compile("|".join(f"(?P<{name}>{form})" for name, form in forms.items()),
                          re.MULTILINE | re.DOTALL)


# Strings with up to three number signs. Those of several lines are tried first.
SWIFT_QUOTES = tuple(
    Quote(hashes + opening, ending + hashes, rf"\\{hashes}\(", rf"\\{hashes}.")
    for hashes in ("###", "##", "#", "")
    for opening, ending in (('"""(?=\n)', '"""'), ('"', '"')))
C_COMMENT = r"//[^\n]*|/\*.*?\*/"
SHELL_COMMENT = r"(?<![^\s;@])#[^\n]*"
# Strings of one line without code.
DOUBLE, SINGLE = r'"(?:\\.|[^"\\\n])*"', r"'(?:\\.|[^'\\\n])*'"
TRIPLE = r"(?P<triple>\"\"\"|''')(?:\\.|(?!(?P=triple)).)*(?P=triple)"
HERE_DOCUMENT = r"<<-?\s*(?P<sign>['\"]?)(?P<end>\w+)(?P=sign)[^\n]*\n.*?^\s*(?P=end)$"
# A slash begins a regular expression of JavaScript if no value can end before it.
EXPRESSION = (r"(?:(?<=[(\[{,;=:!])|(?<=[(\[{,;=:?!&|+>] )|(?<=return ))"
              r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")

LANGUAGES = [
    Language("Swift", (".swift",), C_COMMENT, quotes=SWIFT_QUOTES, other=r"#/.*?/#",
             joint=r"\s*\+\s*", documentation=r"\s*///",
             test=r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"'),
    Language("Python", (".py",), r"#[^\n]*", f"{TRIPLE}|{DOUBLE}|{SINGLE}",
             joint=r"[\s\\]*[rbf]{0,2}", test=r"^ *def test_(\w+)"),
    Language("JavaScript", (".js", ".mjs"), C_COMMENT, f"{DOUBLE}|{SINGLE}",
             (Quote("`", "`", r"\$\{"),), other=EXPRESSION, joint=r"\s*\+\s*",
             documentation=r"\s*/\*\*", test=r"\b(?:test|it|describe)\(\s*'((?:[^'\\]|\\.)*)'"),
    Language("C", (".c", ".h", ".modulemap"), C_COMMENT, f"{DOUBLE}|{SINGLE}", joint=r"\s*",
             documentation="//"),
    Language("shell", (".sh",), SHELL_COMMENT, f"'[^']*'|{HERE_DOCUMENT}",
             (Quote('"', '"', r"\$\("),), other=r"\\.", sign=r"[\\\"'#<]"),
    Language("make", ("Makefile",), SHELL_COMMENT, "'[^']*'", (Quote('"', '"', r"\$\$?\("),),
             other=r"\\.", documentation=r".*##"),
    Language("YAML", (".yml",), SHELL_COMMENT,
             rf"{DOUBLE}|(?<=[:\-,] ){SINGLE}|(?<=description: )[^\n\"'|>]+",
             sign=r"[#\"']|(?<=description: )."),
    Language("CSS", (".css",), C_COMMENT, f"{DOUBLE}|{SINGLE}"),
    Language("HTML", (".html",), r"<!--.*?-->",
             r'(?:title|placeholder|aria-label)="[^"]*"|(?<=>)[^<>{}]*\w[^<>{}]*(?=<)',
             sign=r"[<tpa]|(?<=>)."),
    Language("Markdown", (".md",)),
]
BY_FILE = {name: language for language in LANGUAGES for name in language.files}


def language_of(path, text):
    """Returns the language of a file, by its suffix, its name or its first line, or None."""
    path = pathlib.PurePath(path)
    is_script = re.match(r"#!.*\b(?:ba)?sh$", text.partition("\n")[0])
    return BY_FILE.get(path.suffix or path.name, BY_FILE[".sh"] if is_script else None)
