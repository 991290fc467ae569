"""Checks that each sentence of a page names the tests that show it.

A comment below a paragraph, list or table has an entry for each of the paragraph's sentences, for
each item of the list, or for each row of the table: `<!-- tests: Suite/function, Suite/function;
Suite/function -->`. A paragraph that only leads to other text has `<!-- no test: reason -->`.
Headings, and the links at the end of the page, need no comment.
"""

import re

from guides import NEXT
from pages import ROOT

PAGES = ["Documentation/Explanation/WhatAReplayVerifies.md"]
COMMENT = re.compile(r"<!-- (tests|no test): (.*?) -->", re.DOTALL)
CODE = re.compile(r"`[^`]*`")
END = re.compile(r"(?<=[.!?])[)*_\"]*\s+(?=[A-Z*(\[`\"])")
DECLARATION = re.compile(
    r"^(?:[\w@]+ )*(?:struct|class|extension) (?P<suite>\w+)|@Test\b|\bfunc (?P<function>\w+)",
    re.MULTILINE)
NAME = re.compile(r"(\w+)/(\w+)")


def units(block):
    """Returns the number of sentences of a paragraph, of items of a list, or of rows of a table."""
    lines = block.splitlines()
    if lines[0].startswith("|"):
        return len(lines) - 2
    if lines[0].startswith("- "):
        return sum(line.startswith("- ") for line in lines)
    return len(END.split(CODE.sub("`code`", block.strip())))


def parts(text):
    """Returns the paragraphs, lists and tables of a page with the comment below each, or `None`."""
    found, kept = [], text.partition(NEXT)[0]
    for block in re.split(r"\n{2,}", kept.strip()):
        comment = COMMENT.fullmatch(block.strip())
        if comment:
            if found:
                found[-1] = (found[-1][0], comment)
            continue
        # A comment can be directly below its block, too.
        block, _, rest = block.partition("\n<!-- ")
        if not block.startswith("#"):
            found.append((block, COMMENT.fullmatch("<!-- " + rest.strip()) if rest else None))
    return found


def functions(folder):
    """Returns the names of the test functions of each suite in a folder, as `Suite/function`."""
    found = set()
    for path in folder.rglob("*.swift"):
        suite, is_test = None, False
        for match in DECLARATION.finditer(path.read_text(encoding="utf-8")):
            if match["suite"]:
                suite = match["suite"]
            elif match["function"] is None:
                is_test = True
            else:
                if suite and (is_test or match["function"].startswith("test")):
                    found.add(f"{suite}/{match['function']}")
                is_test = False
    return found


def check_page(name, text, tests):
    """Checks the comments of one page against the names of all tests."""
    problems = []
    for block, comment in parts(text):
        start = " ".join(block.split())[:50]
        if comment is None:
            problems.append(f"{name}: '{start}…' names no tests")
            continue
        if comment[1] == "no test":
            continue
        entries = comment[2].split(";")
        if len(entries) != units(block):
            problems.append(
                f"{name}: '{start}…' has {units(block)} sentences, and tests of {len(entries)}")
        for entry in entries:
            for test in entry.split(","):
                if not NAME.fullmatch(test.strip()):
                    problems.append(f"{name}: '{start}…' has '{test.strip()}' in place of a test")
                elif test.strip() not in tests:
                    problems.append(f"{name}: there is no test '{test.strip()}'")
    return problems


def check_sentences(root=ROOT):
    """Checks the sentences of all pages whose sentences need tests."""
    tests = functions(root / "Tests")
    return [problem for name in PAGES
            for problem in check_page(name, (root / name).read_text(encoding="utf-8"), tests)]
