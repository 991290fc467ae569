#!/usr/bin/env python3
"""Tests the checks of the documentation: the text that each must accept, and the faults."""

import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests" / "Documentation"), str(ROOT / "Tools" / "Documentation")]

import catalogue  # noqa: E402
import comments  # noqa: E402
import guides  # noqa: E402
import ideas  # noqa: E402
import pages  # noqa: E402
import scenes  # noqa: E402
import screens  # noqa: E402
import sentences  # noqa: E402
import snippets  # noqa: E402
import written  # noqa: E402
from terminal import Terminal  # noqa: E402


def blocks(text):
    return [pages.Block(ROOT / "README.md", 1, match) for match in pages.BLOCK.finditer(text)]


class PageTests(unittest.TestCase):
    def test_a_comment_belongs_to_the_block_below_it(self):
        found = blocks("<!-- setup: none -->\n```\n$ a\nb\n```\n\n"
                       "<!-- other -->\n\n```swift\nlet a = 1\n```\n")
        self.assertEqual([block.comment for block in found], ["setup: none", ""])
        self.assertEqual(found[0].directive("setup"), "none")
        self.assertTrue(found[0].is_session)
        self.assertEqual(found[1].language, "swift")

    def test_a_command_has_the_lines_below_it_and_continues_after_a_backslash(self):
        [block] = blocks("```\n$ a \\\n  b\nc\n$ d\n```\n")
        self.assertEqual(block.commands, [("a \\\n  b", ["c"]), ("d", [])])

    def test_only_long_numbers_identifiers_and_left_out_lines_may_differ(self):
        pattern = pages.pattern(["3 steps, 2597 bytes", "…",
                                 "id 709F84A9-EBA7-47FC-B1C4-558CBD3B3785"])
        end = "id 00000000-0000-0000-0000-000000000001\n"
        self.assertTrue(pattern.fullmatch("3 steps, 1,031 bytes\nany\nlines\n" + end))
        self.assertTrue(pattern.fullmatch("3 steps, 12 bytes\n" + end))
        self.assertFalse(pattern.fullmatch("4 steps, 2597 bytes\n" + end))
        self.assertFalse(pattern.fullmatch("3 steps, 2597 bytes\nid 1\n"))

    def test_a_link_that_leads_nowhere_is_found(self):
        with tempfile.TemporaryDirectory(dir=ROOT) as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(
                "# A page\n\n[a](page.md#a-page) [b](other.md) [c](#b) [d](https://swift.org)\n")
            problems = pages.check_links([page])
        self.assertEqual([problem.split("'")[1] for problem in problems], ["other.md", "#b"])

    def test_an_excerpt_has_lines_of_its_file_in_their_order(self):
        lines = (ROOT / "Examples/CI/gitlab.yml").read_text(encoding="utf-8").splitlines()

        def problems(*excerpt):
            text = "\n".join(excerpt)
            return pages.check_excerpts(
                blocks(f"<!-- excerpt: Examples/CI/gitlab.yml -->\n```yaml\n{text}\n```\n"))

        self.assertEqual(problems(*lines[2:4], "…", lines[-1]), [])
        self.assertEqual(len(problems(lines[-1], "…", lines[2])), 1)
        self.assertEqual(len(problems(lines[2], lines[2])), 1)

    def test_pages_in_folders_are_checked_and_become_articles(self):
        names = {path.stem for path in pages.pages() if path.parent.name == "Explanation"}
        self.assertIn("RunningAnAction", names)
        self.assertLessEqual(names, set(catalogue.articles()))

    def test_the_root_of_the_site_links_to_every_article(self):
        root = (catalogue.CATALOGUE / "Reprise.md").read_text(encoding="utf-8")
        self.assertEqual([name for name in catalogue.articles() if f"<doc:{name}>" not in root], [])


class GuideTests(unittest.TestCase):
    NEXT = "\n## Where to go next\n\n[Back](../../README.md)\n"

    def problems(self, changed=None, text=""):
        """Returns the problems of a tree of valid guides, one of them changed."""
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name).resolve()
            folder = root / "Documentation" / "HowTo"
            folder.mkdir(parents=True)
            (root / "README.md").write_text("[Start](Documentation/README.md)\n")
            (root / "Documentation" / "README.md").write_text(
                "".join(f"[{guide}](HowTo/{guide}.md)\n" for guide in guides.GUIDES))
            for guide in guides.GUIDES:
                (folder / f"{guide}.md").write_text(f"# {guide}\n\n```\n$ true\n```\n{self.NEXT}")
            if changed:
                (root / changed).write_text(text)
            return guides.check_guides(sorted(root.glob("**/*.md")), root)

    def test_valid_guides_are_accepted(self):
        self.assertEqual(self.problems(), [])

    def test_a_missing_guide_is_reported(self):
        paths = [path for path in pages.pages() if path.stem != "RunOnSlurm"]
        self.assertEqual(guides.check_guides(paths),
                         ["Documentation/HowTo: there is no guide 'RunOnSlurm'"])

    def test_a_guide_that_is_three_clicks_away_is_reported(self):
        problems = self.problems("README.md", "No links\n")
        self.assertEqual(len(problems), len(guides.GUIDES) + 1)
        self.assertIn("Documentation/HowTo/AttachALog.md: is more than 2 clicks from the readme",
                      problems)

    def test_a_long_guide_is_reported(self):
        long = "# A\n```\n```\n" + "line\n" * 100 + self.NEXT
        self.assertEqual(self.problems("Documentation/HowTo/AttachALog.md", long),
                         ["Documentation/HowTo/AttachALog.md: has 107 lines; the maximum of a "
                          "guide is 100"])

    def test_a_guide_without_an_example_is_reported(self):
        self.assertEqual(self.problems("Documentation/HowTo/AttachALog.md", "# A\n" + self.NEXT),
                         ["Documentation/HowTo/AttachALog.md: shows nothing that a check runs"])

    def test_a_page_that_leads_nowhere_is_reported(self):
        self.assertEqual(self.problems("Documentation/HowTo/AttachALog.md", "# A\n```\n```\n"),
                         ["Documentation/HowTo/AttachALog.md: does not end with where to go next"])


class PictureTests(unittest.TestCase):
    KEPT = json.loads(scenes.STAMPS.read_text(encoding="utf-8"))

    def test_pictures_of_what_they_show_are_accepted(self):
        self.assertEqual(scenes.check_pictures(None, self.KEPT), [])

    def test_a_picture_that_is_older_than_what_it_shows_is_reported(self):
        self.assertEqual(
            scenes.check_pictures(None, {**self.KEPT, "player.png": "another"}),
            ["Documentation/Pictures/player.png: is older than what it shows; 'make pictures' "
             "draws it again"])

    def test_a_missing_picture_and_one_that_nothing_draws_are_reported(self):
        found = {"moon.png" if name == "shell.png" else name: stamp
                 for name, stamp in self.KEPT.items()}
        self.assertEqual(
            scenes.check_pictures(None, found),
            ["Documentation/Pictures/shell.png: nothing draws it",
             "Documentation/Pictures/moon.png: is missing; 'make pictures' draws it"])


class IdeaTests(unittest.TestCase):
    FILES = ["README.md", "Core/A/Reader.swift", "Core/B/Guard.c", "Core/A/Main.swift",
             "Tools/Main.swift"]

    def problems(self, text):
        return list(ideas.faults(text, self.FILES))

    def test_unique_names_and_paths_are_accepted(self):
        self.assertEqual(
            self.problems("`Reader.swift`, `Core/A/Main.swift`, `Guard.c` and `swift build`"), [])

    def test_a_missing_file_is_reported(self):
        self.assertEqual(
            self.problems("`Writer.swift` and `Core/B/Reader.swift`"),
            ["ARCHITECTURE.md: there is no 'Core/B/Reader.swift'",
             "ARCHITECTURE.md: there is no 'Writer.swift'"])

    def test_an_ambiguous_name_is_reported(self):
        self.assertEqual(self.problems("`Main.swift`"),
                         ["ARCHITECTURE.md: 2 files are named 'Main.swift'"])

    def test_a_row_with_more_than_six_files_is_reported(self):
        row = "| a log | " + ", ".join(["`Reader.swift`"] * 7) + " |"
        self.assertEqual(
            self.problems(row), ["ARCHITECTURE.md: 'a log' names 7 files; the maximum is 6"])


class SnippetTests(unittest.TestCase):
    def test_a_block_is_put_into_its_context(self):
        found = blocks("<!-- context: app -->\n```swift\n  let a = 1\n```\n")
        [(_, text)] = snippets.sources(found)
        self.assertIn("  let a = 1\n}", text)

    def test_a_block_can_follow_the_one_before(self):
        files = snippets.sources(blocks(
            "```swift\nlet a = 1\n```\n\n<!-- context: previous -->\n```swift\nlet b = a\n```\n"))
        self.assertEqual([text for _, text in files], ["let a = 1\n\nlet b = a\n"])


class SentenceTests(unittest.TestCase):
    def problems(self, text):
        return sentences.check_page("page", f"# A page\n\n{text}\n", {"A/a", "A/b"})

    def test_each_sentence_row_and_item_has_an_entry(self):
        for text, count in (
                ("It calls `a. B`, e.g. once. It *ends*. (So it does.)", 3),
                ("One line\nand more: two", 1),
                ("| a | b |\n|---|---|\n| c | d. E. |\n| f | g |", 2),
                ("- A. B.\n- C\n  and d.", 2)):
            entries = "; ".join(["A/a, A/b"] * count)
            self.assertEqual(self.problems(f"{text}\n\n<!-- tests: {entries} -->"), [], text)
            [problem] = self.problems(f"{text}\n<!-- tests: {entries}; A/a -->")
            self.assertIn(f"has {count} sentences, and tests of {count + 1}", problem)

    def test_a_paragraph_without_tests_needs_a_reason(self):
        self.assertEqual(
            self.problems("## A heading\n\nA. B.\n\n<!-- no test: leads to a page -->"), [])
        [problem] = self.problems("A. B.\n\nC.\n\n<!-- tests: A/a -->")
        self.assertIn("'A. B.…' names no tests", problem)

    def test_the_links_at_the_end_need_no_tests(self):
        self.assertEqual(
            self.problems("A.\n\n<!-- tests: A/a -->\n\n## Where to go next\n\n[A](a.md)."), [])

    def test_a_test_that_does_not_exist_is_found(self):
        for entry in ("A/c", "a", ""):
            [problem] = self.problems(f"A.\n\n<!-- tests: {entry} -->")
            self.assertIn(f"'{entry}'", problem)

    def test_functions_are_tests_of_the_suite_around_them(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "A.swift").write_text(
                '@Suite("A")\nstruct A {\n  func help() {}\n'
                '  @Test("B", arguments: [1])\n  private func b() {}\n}\n'
                "final class C: XCTestCase {\n  func testD() {}\n}\n")
            self.assertEqual(sentences.functions(pathlib.Path(folder)), {"A/b", "C/testD"})


class CommentTests(unittest.TestCase):
    def symbol(self, name, *lines, kind="struct", module="App", **more):
        comment = {"uri": "file:///App.swift", "lines": [
            {"text": line, "range": {"start": {"line": 9 + number}}}
            for number, line in enumerate(lines)]}
        return comments.Symbol(module, {
            "kind": {"identifier": f"swift.{kind}"}, "pathComponents": name.split("."),
            "docComment": comment, **more})

    def source(self, *lines):
        [example] = self.symbol("A", "A.", "", *lines).examples
        return [line for line, _ in comments.source(example, 7) if not line.startswith("import ")]

    def missing(self, *symbols, pages=()):
        return comments.without_example(list(symbols), pages)[1]

    def test_an_indented_block_is_an_example_and_the_text_of_a_list_is_none(self):
        symbol = self.symbol(
            "A", "A.", "", "    let a = 1", "", "    let b = a", "", "- Parameter c: C,", "",
            "    and D.")
        [example] = symbol.examples
        self.assertEqual((example.text, example.line), ("let a = 1\n\nlet b = a\n", 12))

    def test_types_go_into_a_namespace_and_statements_into_a_function(self):
        self.assertEqual(
            self.source("    @Reducer", "    struct B {", "    }", "    let b = await B()"),
            ["struct Example7 {", "@Reducer", "struct B {", "}",
             "@MainActor static func run7() async throws {", "let b = await B()",
             "}", "}"])

    def test_an_example_with_an_extension_is_at_file_scope(self):
        self.assertEqual(self.source("    extension Int {", "    }"), ["extension Int {", "}"])

    def test_an_attribute_belongs_to_the_declaration_below_it(self):
        self.assertEqual(
            self.source("    @Test(.dependency(\\.date, Date(timeIntervalSince1970: 0)))",
                        "    func a() {}"),
            ["struct Example7 {", "@Test(.dependency(\\.date, Date(timeIntervalSince1970: 0)))",
             "func a() {}", "}"])

    def test_an_example_is_put_into_its_context(self):
        lines = self.source("<!-- context: reducer -->", "    var body: some ReducerOf<Self> {",
                            "    }")
        self.assertIn("struct Parent {", lines)
        self.assertLess(lines.index("struct Parent {"),
                        lines.index("var body: some ReducerOf<Self> {"))

    def test_a_type_without_an_example_is_found(self):
        example = self.symbol("A", "A.", "", "    print(B.self)")
        self.assertEqual(self.missing(example, self.symbol("B"), self.symbol("C")), ["App.C"])

    def test_a_type_is_not_named_by_a_comment_a_text_a_member_or_a_type_of_the_same_name(self):
        for code in ("// A", 'let a = "A"', "let a = B.A()", "struct A {}"):
            self.assertEqual(self.missing(self.symbol("A"), pages=[code]), ["App.A"], code)
        self.assertEqual(self.missing(self.symbol("A"), pages=["let a = A()"]), [])

    def test_a_macro_is_named_by_its_attribute_alone(self):
        self.assertEqual(self.missing(self.symbol("A", kind="macro"), pages=["let a = A()"]),
                         ["App.A"])
        self.assertEqual(self.missing(self.symbol("A", kind="macro"), pages=["@A var a = 1"]), [])

    def test_a_nested_type_is_shown_by_the_example_of_the_type_around_it(self):
        kind = self.symbol("A.Kind", kind="enum"), self.symbol("A.Kind.small", kind="enum.case")
        self.assertEqual(self.missing(self.symbol("A", "A.", "", "    A(.small)"), *kind), [])
        self.assertEqual(self.missing(self.symbol("A", "A.", "", "    A(.large)"), *kind),
                         ["App.A.Kind"])

    def test_a_deprecated_type_needs_no_example(self):
        deprecated = {"domain": "*", "isUnconditionallyDeprecated": True}
        self.assertEqual(self.missing(self.symbol("A", availability=[deprecated])), [])


class SymbolTests(unittest.TestCase):
    def test_symbols_that_a_macro_or_the_compiler_adds_are_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "App.swift"
            file.write_text("@CasePathable\nenum Action {}\n")

            def is_written(line, character):
                position = {"line": line, "character": character}
                return written.is_written(
                    {"location": {"uri": f"file://{file}", "position": position}})

            self.assertFalse(is_written(0, 0))
            self.assertTrue(is_written(1, 5))
            self.assertFalse(written.is_written({}))


class TerminalTests(unittest.TestCase):
    def screen(self, output, columns=10, rows=4):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal("sleep 60", columns, rows, folder, {"PATH": "/usr/bin:/bin"})
            terminal.draw(output)
            terminal.end()
        return terminal.screen.split("\n")

    def test_text_is_drawn_where_the_cursor_is(self):
        self.assertEqual(self.screen("a\r\nb\x1b[4;3Hc\x1b[1;5Hd\bD"), ["a   D", "b", "", "  c"])

    def test_a_line_that_is_full_wraps_with_the_next_character(self):
        self.assertEqual(self.screen("0123456789\rA"), ["A123456789", "", "", ""])
        self.assertEqual(self.screen("0123456789A"), ["0123456789", "A", "", ""])

    def test_a_region_scrolls_and_the_cursor_is_restored(self):
        lines = "1\r\n2\r\n3\r\n4"
        self.assertEqual(self.screen(lines + "\x1b[4d\x1b7\x1b[2;4r\x1b8\n5"),
                         ["1", "3", "4", " 5"])
        self.assertEqual(self.screen(lines + "\x1b[2;3r\x1b[2;1H\x1bM0"), ["1", "0", "2", "4"])

    def test_characters_and_lines_are_inserted_and_deleted(self):
        self.assertEqual(self.screen("abcdef\x1b[1;2H\x1b[2P")[0], "adef")
        self.assertEqual(self.screen("abc\x1b[1;2H\x1b[@")[0], "a bc")
        self.assertEqual(self.screen("a\x1b[3bc")[0], "aaaac")
        self.assertEqual(self.screen("1\r\n2\r\n3\x1b[1;1H\x1b[L"), ["", "1", "2", "3"])
        self.assertEqual(self.screen("abcdef\x1b[1;3H\x1b[K")[0], "ab")

    def test_a_sequence_may_come_in_two_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal("sleep 60", 10, 2, folder, {"PATH": "/usr/bin:/bin"})
            terminal.draw("a\x1b[1")
            terminal.draw(";5Hb")
            terminal.end()
        self.assertEqual(terminal.screen, "a   b\n")

    def test_only_the_size_of_the_log_may_differ(self):
        self.assertEqual(screens.normalized(" 1 A  2 Event› ● 9 steps  2.4 kB\nx"),
                         screens.normalized(" 1 A  2 Ev› ● 9 steps 12.4 kB\nx"))
        self.assertNotEqual(screens.normalized("● 9 steps 2.4 kB"),
                            screens.normalized("● 8 steps 2.4 kB"))


if __name__ == "__main__":
    unittest.main()
