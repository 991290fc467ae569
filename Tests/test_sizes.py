#!/usr/bin/env python3
"""Tests the check of sizes: the lines, files and functions that it reports, in each language."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "Documentation"))

import sizes  # noqa: E402
from functions import functions  # noqa: E402
from sources import Source  # noqa: E402


def faults(path, text):
    """Returns the rule and the message of each fault, without the name of the file."""
    found = sizes.faults(Source(path, text))
    return [(rule, message.removeprefix(path)) for rule, message in found]


def columns(path, text):
    """Returns the numbers of the lines that are too long."""
    return [int(message.split(":")[1]) for rule, message in faults(path, text) if rule == "line"]


def names(path, text):
    """Returns the name and the lines of each function."""
    return list(functions(Source(path, text)))


class ColumnTests(unittest.TestCase):
    # The words of a long line, and one word that is too long for a line.
    WORDS, WORD = "word " * 21, "https://example.com/" + "x" * 81

    def test_a_line_has_at_most_a_hundred_columns(self):
        self.assertEqual(faults("a.py", "#" + "x" * 49 + " " + "x" * 49), [])
        self.assertEqual(faults("a.py", "\n#" + "x" * 49 + " " + "x" * 50),
                         [("line", ":2: 101 columns, of at most 100")])

    def test_columns_are_characters_and_tabs_have_eight(self):
        self.assertEqual(columns("a.py", "# " + "ä " * 49), [])
        self.assertEqual(columns("Makefile", "a:\n\t" + "a " * 46), [])
        self.assertEqual(columns("Makefile", "a:\n\t" + "a " * 47), [2])

    def test_each_language_is_checked(self):
        for path in ["a.swift", "a.py", "a.mjs", "a.c", "a.h", "a.sh", "Makefile", "a.css",
                     "a.html", "a.yml", "module.modulemap"]:
            self.assertEqual(columns(path, f"# {self.WORDS}"), [1], path)

    def test_a_line_with_one_long_word_is_excepted(self):
        self.assertEqual(columns("a.py", f"# {self.WORD}"), [])
        self.assertEqual(columns("a.py", f"# See {self.WORD} for more."), [])
        self.assertEqual(columns("a.py", f"a = {'x' * 60}, {'x' * 60}"), [1])

    def test_a_line_within_a_literal_is_excepted(self):
        literal = f'"""\n  {self.WORDS}\n  """'
        self.assertEqual(columns("a.swift", f"let a = {literal}"), [])
        self.assertEqual(columns("a.swift", f"let a = #{literal}#"), [])
        self.assertEqual(columns("a.py", f"a = {literal}"), [])
        self.assertEqual(columns("a.mjs", f"const a = `\n{self.WORDS}\n`;"), [])
        self.assertEqual(columns("a.sh", f"cat << END\n{self.WORDS}\nEND"), [])

    def test_a_line_that_a_backslash_breaks_and_a_string_are_not_excepted(self):
        self.assertEqual(columns("a.swift", f'let a = """\n  {self.WORDS}\\\n  """'), [2])
        self.assertEqual(columns("a.swift", f'let a = "{self.WORDS}"'), [1])

    def test_a_docstring_is_checked(self):
        self.assertEqual(columns("a.py", f'def a():\n    """A.\n\n    {self.WORDS}\n    """'), [4])


class FileTests(unittest.TestCase):
    def test_a_file_has_at_most_four_hundred_lines(self):
        self.assertEqual(faults("a.sh", "a\n" * 400), [])
        self.assertEqual(faults("a.sh", "a\n" * 401), [("file", ": 401 lines, of at most 400")])

    def test_a_manifest_is_excepted_because_it_cannot_be_divided(self):
        self.assertEqual(faults("Package.swift", "a\n" * 401), [])
        self.assertEqual(faults("Examples/App/Package.swift", "a\n" * 401), [])


# The functions of each language: a text, and the name, the first and the last line of each.
FUNCTIONS = [
    ("a.swift", "func a() -> [Int] {\n  [1]\n}", [("a", 1, 3)]),
    ("a.swift", "  public func a<T>(\n    _ b: (Int) -> T, c: Int = f({ 1 })\n  ) async throws\n"
     "    -> (T, T)\n  where T: B,\n    T == C\n  {\n  }", [("a", 1, 8)]),
    ("a.swift", "init?(a: Int) {\n}\nsubscript(a: Int) -> Int {\n  1\n}\ndeinit {\n}",
     [("init", 1, 2), ("subscript", 3, 5), ("deinit", 6, 7)]),
    ("a.swift", "static func == (a: A, b: A) -> Bool { true }", [("==", 1, 1)]),
    ("a.swift", "var a: [Int: (B, C)] {\n  get { 1 }\n}", [("a", 1, 3)]),
    ("a.swift", "func a() {\n  func b() {\n  }\n}", [("a", 1, 4), ("b", 2, 3)]),
    ("a.swift", "protocol A {\n  func a() -> Int\n  var b: Int\n}\nstruct B {\n}", []),
    ("a.swift", "let a = B.init(c) { }\nvar a: Int = f { 1 }\n// func a() {\n", []),
    ("a.swift", 'func a() {\n  b("}", "\\(c("{"))")\n}', [("a", 1, 3)]),
    ("a.py", "@b\ndef a(\n    c\n):\n    async def d():\n        pass\n    return d\n\n\ne = 1",
     [("a", 2, 7), ("d", 5, 6)]),
    ("a.mjs", "export function* a(b, c = {}) {\n  if (b) {\n  }\n}", [("a", 1, 4)]),
    ("a.mjs", "class A {\n  get a() {\n    return `}${{}}`;\n  }\n}", [("a", 2, 4)]),
    ("a.mjs", "const a = async (\n  b,\n) => {\n};\nconst c = (d) => {\n};",
     [("a", 1, 4), ("c", 5, 6)]),
    ("a.mjs", "test('a', async () => {\n  while (b) {\n  }\n});", [("test", 1, 4)]),
    ("a.mjs", "const a = { b: /{(/ };\nfor (;;) {\n}", []),
    ("a.c", "static int a(const char *b,\n             void (*c)(int)) {\n  switch (d) {\n  }\n}",
     [("a", 1, 5)]),
    ("a.c", "struct a { int b; };\nint c[] = {1};\nvoid d(void);", []),
    ("a.sh", "a() {\n  b() {\n    c ${d}\n  }\n}\ne() { f; }", [("a", 1, 5)]),
]


class FunctionTests(unittest.TestCase):
    def test_functions_are_found_in_each_language(self):
        for path, text, expected in FUNCTIONS:
            self.assertEqual(sorted(names(path, text), key=lambda found: found[1]), expected, text)

    def test_a_function_has_at_most_seventy_lines(self):
        fault = "function", ":1: 'a' has 71 lines, of at most 70"
        for count, expected in [(68, []), (69, [fault])]:
            self.assertEqual(faults("a.swift", "func a() {\n" + "  b\n" * count + "}"), expected)

    def test_lines_of_a_literal_do_not_count(self):
        text = 'func a() {\n  f(\n    """\n' + "    b\n" * 80 + '    """)\n}\n'
        self.assertEqual(faults("a.swift", text), [])
        self.assertEqual(len(faults("a.py", "def a():\n" + '    """A."""\n' * 70)), 1)


if __name__ == "__main__":
    unittest.main()
