#!/usr/bin/env python3
"""Checks the prose of comments, test names, printed strings and documents, in every language.

usage: prose.py [PATH ...]     (default: all sources and documents of the repository)

- A summary or a test name begins with its noun or verb: not with a clause ("What", "How many") or
  a pronoun. A summary is the first line of a doc comment, of a docstring, of the comment at the top
  of a file, or of the help of a make target.
- A summary of a private member in Swift has more than three words; a shorter one is deleted.
- Words of the table WORDS are replaced by plain ones, and names of the table NAMES by usual ones.

An exception needs a reason, in a comment on its line or on the line before: `// prose: reason`, or
with the comment sign of the language. `# prose of this file: reason` excepts a file. An exception
that excepts nothing is an error, and so are more than nine.
"""

import re
import sys

from prose_rules import fault_of_length, fault_of_name, fault_of_opening, faults_of_words
from prose_texts import comments, page, strings, test_names
from sources import sources

MAX_EXCEPTIONS = 9
DECLARATION = re.compile(
    r"\b(?:func|var|let|case|class|struct|enum|actor|protocol|typealias|def|function|const)"
    r" `?(\w+)")
EXCEPTION = re.compile(r"(?:^|[\s@])(?://|#|/\*|<!--) (?P<sign>prose)(?P<file> of this file)?: \S")


def faults_of_block(block):
    """Yields the line and the message of each fault in a text."""
    if block.summary and (fault := fault_of_opening(block.summary[1])):
        yield block.summary[0], fault
    for text, starts in block.paragraphs():
        for offset, fault in faults_of_words(text):
            yield max(start for start in starts if start[0] <= offset)[1], fault


def faults_of_lengths(source):
    """Yields a fault for each summary of Swift that only repeats the name of its declaration."""
    for block in comments(source):
        if block.summary and len(block.lines) == 1:
            number, summary = block.summary
            following = (line.strip() for line in source.lines[number:])
            declaration = next((line for line in following if line[:1] != "@" or " " in line), "")
            if fault := fault_of_length(summary, declaration):
                yield number, fault


def faults_of_names(source):
    for found in DECLARATION.finditer(source.code):
        number = source.line(found.start())
        # The names of the public API stay.
        if not source.lines[number - 1].lstrip().startswith("public "):
            if fault := fault_of_name(found[1]):
                yield number, fault


def faults(source):
    """Yields the line and the message of each fault in a source."""
    is_page = source.language.name == "Markdown"
    for read in [page] if is_page else [comments, strings, test_names]:
        for block in read(source):
            yield from faults_of_block(block)
    if source.language.name == "Swift":
        yield from faults_of_lengths(source)
    if not is_page:
        yield from faults_of_names(source)


def check(source):
    """Returns the faults of a source that have no exception, and the number of its exceptions."""
    marks = {source.line(found.start(1)): found for found in EXCEPTION.finditer(source.text)}
    whole = [number for number, found in marks.items() if found["file"]]
    used, problems = set(), []
    for number, fault in sorted(set(faults(source))):
        excepting = {*whole, *(marks.keys() & {number, number - 1})}
        used |= excepting
        if not excepting:
            problems.append(f"{source.path}:{number}: {fault}")
    problems += [f"{source.path}:{number}: the exception excepts nothing"
                 for number in sorted(marks.keys() - used)]
    return problems, len(marks)


def main(arguments):
    problems, exceptions, count = [], 0, 0
    for source in sources(arguments):
        found, excepted = check(source)
        problems += found
        exceptions += excepted
        count += 1
    if exceptions > MAX_EXCEPTIONS:
        problems.append(f"{exceptions} exceptions, and at most {MAX_EXCEPTIONS} are allowed")
    for problem in problems:
        print(problem)
    print(f"{count} files of prose, {len(problems)} problems", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
