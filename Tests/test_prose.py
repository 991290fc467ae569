#!/usr/bin/env python3
# prose of this file: the tests need sentences with faults
"""Tests the check of prose: the faults that each rule finds, and the text that it leaves alone."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "Documentation"))

import prose  # noqa: E402
from languages import language_of  # noqa: E402
from sources import Source  # noqa: E402


def faults(text, path="A.swift"):
    """Returns the problems of a file without its name."""
    found, _ = prose.check(Source(path, text))
    return [problem.removeprefix(f"{path}:") for problem in found]


def page(text):
    return faults(text, "A.md")


class OpeningTests(unittest.TestCase):
    def assert_opening(self, text, start):
        found = faults(f"/// {text}\nvar a = 1")
        self.assertEqual(len(found), 1, text)
        self.assertIn(f"'{start}' → name the thing first", found[0])

    def test_a_summary_does_not_begin_with_a_clause(self):
        for text, start in [
            ("What a log keeps beside the state.", "What"), ("Who asked for the page.", "Who"),
            ("That of the log.", "That"), ("Those before the gap.", "Those"),
            ("Of several logs, the shortest.", "Of"), ("How many blocks there may be.", "How "),
            ("So many steps at a time.", "So many"), ("As much as fits on a line.", "As much"),
        ]:
            self.assert_opening(text, start)

    def test_a_summary_does_not_begin_with_a_pronoun(self):
        for text, start in [
            ("It ends with the session.", "It"), ("Its steps are kept.", "Its"),
            ("They are read twice.", "They"), ("One for each log and step.", "One"),
            ("The same for a list of rows.", "The same"), ("This adds a row.", "This"),
        ]:
            self.assert_opening(text, start)

    def test_a_summary_may_ask_a_question_or_name_a_way(self):
        for text in ["How is a log read?", "How to read a log.", "One of several logs.",
                     "This build is faster."]:
            self.assertEqual(faults(f"/// {text}\nvar a = 1"), [])

    def test_only_the_first_line_is_a_summary(self):
        text = "/// The number of steps.\n///\n/// It counts marks, too.\nvar a = 1"
        self.assertEqual(faults(text), [])

    def test_a_test_name_has_the_rules_of_a_summary(self):
        self.assertIn("'What'", faults('@Test("What is read is kept")\nfunc a() {}')[0])
        self.assertTrue(faults('@Suite(\n  "It is read")\nstruct A {}')[0].startswith("2: "))
        self.assertEqual(faults('@Test("A log is read")\nfunc a() {}'), [])


class LengthTests(unittest.TestCase):
    def test_a_private_member_has_a_longer_summary_or_none(self):
        for word in ["private", "fileprivate", "@MainActor private static"]:
            found = faults(f"/// The log's path.\n{word} let path: String")
            self.assertIn("repeats the name", found[0])
        for summary in ["The path of the log.", "Sorted steps.\n///\n/// Ties keep their order."]:
            self.assertEqual(faults(f"/// {summary}\nprivate let path: String"), [])

    def test_other_members_need_only_more_than_a_name(self):
        self.assertIn("repeats the name", faults("/// The path.\npackage let path: String")[0])
        self.assertEqual(faults("/// The log's path.\npackage let path: String"), [])
        self.assertEqual(faults("/// The path.\npublic let path: String"), [])
        self.assertEqual(faults("/// A path.\n@Sendable\npublic func path() {}"), [])

    def test_a_private_setter_does_not_make_a_member_private(self):
        self.assertEqual(faults("/// The log's path.\nprivate(set) var path: String"), [])


class WordTests(unittest.TestCase):
    def test_each_word_is_found_in_a_comment(self):
        for text in [
            "The caller is told.", "A line tells of it.", "Begins anew.",
            "A log of which a part is left.", "Sent by whoever asks.", "A page for who wants one.",
            "The file lets go of its lock.", "The replay goes on.", "A key stands before it.",
            "Returns what is said there.", "Reads what there is in it.", "A path that is no log.",
            "The state is to be written.", "Writes a name, be it long or short.",
            "Waits no longer than so long.", "Returns what came of it.",
            "A rule has it that logs end.", "Asks now and then.", "A save is under way.",
            "Works off all jobs.", "Looks after a file.", "The store comes to rest.",
            "Judges a log.", "The file is of no use.",
        ]:
            self.assertEqual(len(faults(f"// {text}\nlet a = 1")), 1, text)

    def test_plain_sentences_are_left_alone(self):
        for text in [
            "The kinds are told apart.", "Two logs, both of which are read.",
            "A digit stands for a number.", "There are no more rows.",
            "A user who has access to the file.", "Reads step 5 and so on.",
        ]:
            self.assertEqual(faults(f"// {text}\nlet a = 1"), [], text)

    def test_words_are_found_across_lines_and_joined_strings(self):
        [fault] = faults("/// Reads a log, and then\n/// goes\n/// on with the next.\nvar a = 1")
        self.assertTrue(fault.startswith("2: 'goes on'"), fault)
        for path, text in [("a.swift", 'a("the replay goes "\n  + "on here")'),
                           ("a.py", 'a("the replay goes "\n  f"on {here}")')]:
            [fault] = faults(text, path)
            self.assertTrue(fault.startswith("1: 'goes on'"), fault)

    def test_each_word_of_a_text_is_found(self):
        self.assertEqual(len(faults("// Begins anew, and goes on.\nlet a = 1")), 2)

    def test_code_is_left_alone(self):
        text = "/// Calls `goes on`.\n///\n///     goes(on: anew)\nvar anew = 1"
        self.assertEqual(faults(text), [])

    def test_words_are_found_in_strings_of_several_lines(self):
        text = 'let a = """\n  the replay goes \\\n  on\n  """'
        self.assertTrue(faults(text)[0].startswith("2: "))
        self.assertEqual(faults('let a = "anew"'), [])


class NameTests(unittest.TestCase):
    def test_each_name_is_found_in_its_declaration(self):
        for declaration in [
            "static let mostSteps = 5", "var leastMemory = 5", "func goOn() {}",
            "let goesOn = true", "let isThere = true", "private func judge() {}",
            "let patience = 1", "var news = 1",
        ]:
            self.assertEqual(len(faults(declaration)), 1, declaration)
        self.assertEqual(len(faults("def most_steps():\n    pass", "a.py")), 1)
        self.assertEqual(len(faults("const mostSteps = 5;", "a.js")), 1)

    def test_other_words_public_names_and_uses_are_left_alone(self):
        for line in ["let mostly = 1", "func replace() {}", "public var mostSteps: Int",
                     "use(mostSteps)", "let a = 1  // let mostSteps", "/* func goOn */"]:
            self.assertEqual(faults(line), [], line)


class PageTests(unittest.TestCase):
    def test_words_are_found_in_paragraphs_lists_and_tables(self):
        self.assertTrue(page("# A\n\nThe replay goes\non.\n")[0].startswith("3: "))
        self.assertTrue(page("- a\n- begins anew\n")[0].startswith("2: "))
        self.assertTrue(page("| a | b |\n|---|---|\n| c | begins anew |\n")[0].startswith("3: "))

    def test_lines_of_different_items_are_read_apart(self):
        self.assertEqual(page("- where it goes\n- on the page\n"), [])

    def test_blocks_code_and_addresses_are_left_alone(self):
        self.assertEqual(page("```\nbegins anew\n```\n\n`anew`, [a](anew.md)\n"), [])


# The forms of each language in order: a comment, a string and a summary with one fault each, an
# exception, and code with the same words.
FORMS = {
    "a.swift": [
        "let a = 1\nlet b = 2  // Begins anew.", r'let a = f("it goes on \(g("x"))")',
        "/// What is read.\nlet a = 1", '// prose: a quotation\nlet a = "goes on"',
        'let goes = on(" ", #"a"b"#) /* . */'],
    "a.py": [
        "a = 1\nb = 2  # Begins anew.", "parser.add_argument('a', help='where it goes on')",
        'def a():\n    """What is read."""', '# prose: a quotation\na = "goes on"',
        r"goes = on(r'\'', '''a' ''', anew)"],
    "a.mjs": [
        "const a = 1;\nconst b = 2; // Begins anew.", "throw new Fault(`it goes on ${f(`x`)}`);",
        "/**\n * What is read.\n */\nconst a = 1;", "f('goes on'); // prose: a quotation",
        "const a = b.replace(/'anew/g, '') / goes / on;"],
    "a.c": [
        "int a;\nint b;  /* Begins anew. */", 'puts("it goes "\n     "on");',
        "// What is read.\nint a;", '// prose: a quotation\nputs("goes on");',
        r"char goes = '\"'; int on = anew;"],
    "module.modulemap": [
        'module A {\n  header "a.h"  // Begins anew.\n}', 'module A {\n  header "goes on"\n}',
        "// What is imported.\nmodule A {\n}", '// prose: a path\nheader "goes on"',
        "module anew {\n}"],
    "a.sh": [
        "a=1\nb=2 # Begins anew.", 'echo "it goes on: $(f "x")" >&2',
        "#!/bin/sh\n# What is read.\na=1", "# prose: a quotation\necho 'it goes on'",
        r"goes on ${a#anew} $# \" \'"],
    "run": [
        "#!/usr/bin/env bash\nset -e\n# Begins anew.", "#!/bin/sh\ncat << 'END'\nit goes on\nEND",
        "#!/bin/bash\n# What is read.", "#!/bin/sh\necho 'it goes on' # prose: a quotation",
        "#!/bin/sh\nfor anew in goes on; do :; done"],
    "Makefile": [
        "a:\n\t@# Begins anew.\n\ttrue", 'a:\n\t@echo "it goes on"',
        "a: b ## What is built.\n\ttrue", "a:\n\t@# prose: a quotation\n\techo 'goes on'",
        "anew:\n\tgoes on \\# anew"],
    "a.yml": [
        "a: b\nc: d # Begins anew.", "description: Prints what there is, in the app's words.",
        "# What is run.\na: b", "# prose: a quotation\ndescription: goes on",
        "goes: on\nrun: goes on"],
    "a.css": [
        "a { }\n/* Begins anew. */", 'a::after { content: "it goes on"; }',
        "/* What is shown. */\na { }", '/* prose: a quotation */\na { content: "goes on"; }',
        ".goes .on #anew { }"],
    "a.html": [
        "<p>a</p>\n<!-- Begins anew. -->", '<p>a\n<p title="where it goes on">',
        "<!-- What is shown. -->", "<!-- prose: a quotation -->\n<p>The replay goes on.</p>",
        '<p class="goes on" id="anew"></p>'],
}


class LanguageTests(unittest.TestCase):
    def test_faults_and_exceptions_are_found_in_each_language(self):
        for path, (comment, string, summary, exception, code) in FORMS.items():
            with self.subTest(path):
                for text in (comment, string, summary):
                    self.assertEqual(len(faults(text, path)), 1, text)
                self.assertIn("name the thing first", faults(summary, path)[0])
                for text in (exception, code):
                    self.assertEqual(faults(text, path), [], text)

    def test_names_of_tests_have_the_rules_of_a_summary(self):
        for path, text in [("a.swift", '@Test("It is read")\nfunc a() {}'),
                           ("a.mjs", "test('It is read', () => {});"),
                           ("a.py", "    def test_it_is_read(self):\n        pass")]:
            self.assertIn("1: begins with the pronoun 'It'", faults(text, path)[0])
        self.assertIn("'goes on'", faults("def test_a_log_goes_on():\n    pass", "a.py")[0])

    def test_a_docstring_has_paragraphs_and_code(self):
        text = '"""Reads a log.\n\nThe text goes\non.\n\n    goes on\n"""\n'
        self.assertEqual([fault[:2] for fault in faults(text, "a.py")], ["3:"])
        self.assertEqual(faults('a = {"b": """What is read."""}', "a.py"), [])

    def test_the_comment_at_the_top_of_a_file_is_a_summary(self):
        self.assertIn("'What'", faults("// What is read.\nimport test from 'a';", "a.mjs")[0])
        self.assertEqual(faults("const a = 1;\n\n// What is read.\nf();", "a.mjs"), [])

    def test_lines_of_a_text_of_html_are_counted(self):
        self.assertTrue(faults("<p>\nThe replay\ngoes on.\n</p>", "a.html")[0].startswith("3: "))

    def test_other_files_have_no_language(self):
        for path, text in [("a.txt", "It goes on."), ("a", "#!/usr/bin/env perl"), ("a.json", "")]:
            self.assertIsNone(language_of(path, text))


class ExceptionTests(unittest.TestCase):
    def test_an_exception_applies_to_its_line_and_to_the_next(self):
        self.assertEqual(faults('let a = "goes on"  // prose: a quotation'), [])
        self.assertEqual(faults('// prose: a quotation\nlet a = "goes on"'), [])
        self.assertEqual(page("<!-- prose: a quotation -->\nIt goes on.\n"), [])
        self.assertEqual(len(faults('// prose: a quotation\nlet a = 1\nlet b = "goes on"')), 2)

    def test_an_exception_can_apply_to_a_file(self):
        text = "# prose of this file: quotations\na = 1\n\nb = 'goes on'\nc = 'begins anew'\n"
        self.assertEqual(prose.check(Source("a.py", text)), ([], 1))

    def test_an_exception_needs_a_reason_and_a_fault(self):
        self.assertEqual(len(faults('let a = "goes on"  // prose:')), 1)
        for text in ["// prose: a quotation\nlet a = 1", "// prose of this file: quotations"]:
            self.assertEqual(faults(text), ["1: the exception excepts nothing"])

    def test_exceptions_are_counted(self):
        text = '// prose: a quotation\nf("goes on")\n// prose: another one\ng("anew here")\n'
        self.assertEqual(prose.check(Source("a.c", text)), ([], 2))


if __name__ == "__main__":
    unittest.main()
