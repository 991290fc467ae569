#!/usr/bin/env python3
"""Tests the check of prose: what each rule finds, and what it leaves alone."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "Documentation"))

import prose  # noqa: E402


def faults(text, path="A.swift"):
    """Returns the problems of a file without its name."""
    return [problem.removeprefix(f"{path}:") for problem in prose.check(path, text)[0]]


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
        for text in ["How is a log read?", "How to read a log.", "One of several logs.", "This build is faster."]:
            self.assertEqual(faults(f"/// {text}\nvar a = 1"), [])

    def test_only_the_first_line_is_a_summary(self):
        self.assertEqual(faults("/// The number of steps.\n///\n/// It counts marks, too.\nvar a = 1"), [])

    def test_a_test_name_has_the_rules_of_a_summary(self):
        self.assertIn("'What'", faults('@Test("What is read is kept")\nfunc a() {}')[0])
        self.assertTrue(faults('@Suite(\n  "It is read")\nstruct A {}')[0].startswith("2: "))
        self.assertEqual(faults('@Test("A log is read")\nfunc a() {}'), [])


class LengthTests(unittest.TestCase):
    def test_a_private_member_has_a_longer_summary_or_none(self):
        for word in ["private", "fileprivate", "@MainActor private static"]:
            self.assertIn("repeats the name", faults(f"/// The log's path.\n{word} let path: String")[0])
        self.assertEqual(faults("/// The path of the log.\nprivate let path: String"), [])
        self.assertEqual(faults("/// Sorted steps.\n///\n/// Ties keep their order.\nprivate let a: [Int]"), [])

    def test_other_members_need_only_more_than_a_name(self):
        self.assertIn("repeats the name", faults("/// The path.\npackage let path: String")[0])
        self.assertEqual(faults("/// The log's path.\npackage let path: String"), [])
        self.assertEqual(faults("/// The path.\npublic let path: String"), [])
        self.assertEqual(faults("/// A path.\n@Sendable\npublic func path() {}"), [])

    def test_a_private_setter_is_no_private_member(self):
        self.assertEqual(faults("/// The log's path.\nprivate(set) var path: String"), [])


class WordTests(unittest.TestCase):
    def test_each_word_is_found_in_a_comment(self):
        for text in [
            "The caller is told.", "A line tells of it.", "Begins anew.", "A log of which a part is left.",
            "Sent by whoever asks.", "A page for who wants one.", "The file lets go of its lock.",
            "The replay goes on.", "A key stands before it.", "Returns what is said there.",
            "Reads what there is in it.", "A path that is no log.", "The state is to be written.",
            "Writes a name, be it long or short.", "Waits no longer than so long.", "Returns what came of it.",
            "A rule has it that logs end.", "Asks now and then.", "A save is under way.",
            "Works off all jobs.", "Looks after a file.", "The store comes to rest.", "Judges a log.",
            "The file is of no use.",
        ]:
            self.assertEqual(len(faults(f"// {text}\nlet a = 1")), 1, text)

    def test_plain_sentences_are_left_alone(self):
        for text in [
            "The kinds are told apart.", "Two logs, both of which are read.", "A digit stands for a number.",
            "There are no more rows.", "A user who has access to the file.", "Reads step 5 and so on.",
        ]:
            self.assertEqual(faults(f"// {text}\nlet a = 1"), [], text)

    def test_words_are_found_across_lines(self):
        [fault] = faults("/// Reads a log, and then\n/// goes\n/// on with the next.\nvar a = 1")
        self.assertTrue(fault.startswith("2: 'goes on'"), fault)

    def test_code_is_left_alone(self):
        self.assertEqual(faults("/// Calls `goes on`.\n///\n///     goes(on: anew)\nvar anew = 1"), [])

    def test_words_are_found_in_strings(self):
        self.assertTrue(faults('let a = "the replay goes on"')[0].startswith("1: "))
        self.assertTrue(faults('let a = """\n  the replay goes \\\n  on\n  """')[0].startswith("2: "))
        self.assertEqual(faults('let a = "anew"'), [])

    def test_a_remark_after_code_is_read(self):
        self.assertTrue(faults("let a = 1  // Begins anew.")[0].startswith("1: "))


class NameTests(unittest.TestCase):
    def test_each_name_is_found_in_its_declaration(self):
        for declaration in [
            "static let mostSteps = 5", "var leastMemory = 5", "func goOn() {}", "let goesOn = true",
            "let isThere = true", "private func judge() {}", "let patience = 1", "var news = 1",
        ]:
            self.assertEqual(len(faults(declaration)), 1, declaration)

    def test_other_words_public_names_and_uses_are_left_alone(self):
        for line in ["let mostly = 1", "func replace() {}", "public var mostSteps: Int", "use(mostSteps)"]:
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


class ExceptionTests(unittest.TestCase):
    def test_an_exception_applies_to_its_line_and_to_the_next(self):
        self.assertEqual(faults('let a = "goes on"  // prose: a quotation'), [])
        self.assertEqual(faults('// prose: a quotation\nlet a = "goes on"'), [])
        self.assertEqual(page("<!-- prose: a quotation -->\nIt goes on.\n"), [])
        self.assertEqual(len(faults('// prose: a quotation\nlet a = 1\nlet b = "goes on"')), 2)

    def test_an_exception_needs_a_reason_and_a_fault(self):
        self.assertEqual(len(faults('let a = "goes on"  // prose:')), 1)
        self.assertEqual(faults("// prose: a quotation\nlet a = 1"), ["1: the exception excepts nothing"])


if __name__ == "__main__":
    unittest.main()
