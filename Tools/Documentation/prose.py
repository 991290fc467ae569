#!/usr/bin/env python3
"""Checks the prose of comments, test names, printed strings and documents.

usage: prose.py [PATH ...]     (default: all sources and documents of the package)

- A summary or a test name begins with its noun or verb: not with a clause ("What", "How many") or a pronoun.
- A summary of a private member has more than three words; a shorter one repeats the name and is deleted.
- Words of the table WORDS are replaced by plain ones, and names of the table NAMES by the usual ones.

An exception needs a reason, on its line or on the line before: `// prose: reason` in Swift, and
`<!-- prose: reason -->` in Markdown. An exception that excepts nothing is an error, and so are more than nine.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLACES = ["Core", "Tools", "Features", "Tests", "Examples", "Compatibility", "Documentation",
          "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
MAX_EXCEPTIONS = 9

# A question such as "How are logs read?" is a heading, and not a clause without a noun.
CLAUSE = re.compile(r"^(What|Who|Whose|Whoever|That|Those|Of|As much|As many|So much|So many|So far|"
                    r"How (?!to\b))\b(?![^.]*\?$)")
PRONOUN = re.compile(r"^(It|Its|They|Their|The same|Such|One(?! of\b| or\b| \w+ (?:per|for each)\b)|"
                     r"This(?! \w+ (?:is|has|was)\b))\b")
SHORT = re.compile(r"^\W*(?:\w[\w'-]*\W+){0,2}\w[\w'-]*\W*$")
NAME_ONLY = re.compile(r"^(?:The )?\w+\.$")

WORDS = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in [
    (r"\b(?:is|are|was|were|be) told\b(?! apart)", "is reported, is notified"),
    (r"\b(?:tells?|told) of\b", "reports, notifies"),
    (r"\banew\b", "again"),
    # "Both of which" follows its noun closely, unlike "a log of which".
    (r"(?<!both )(?<!each )(?<!all )(?<!some )(?<!most )(?<!none )(?<!one )(?<!two )(?<!many )"
     r"\bof (?:which|whom)\b", "whose, with, including"),
    (r"\bwhoever\b|\bwho (?:wants|has|is|reads|writes|takes)\b(?! (?:access|permission))",
     "a user who, code that, a caller"),
    (r"\b(?:lets?|letting) go of\b|\blet go\b", "releases, discards"),
    (r"\b(?:goes|go|going|went) on\b(?!…)", "continues, resumes"),
    (r"\bstands?\b(?! (?:for|alone|up)\b)", "is, appears, is stored"),
    (r"\bwhat (?:there )?(?:is|are|was|were) (?:said|told|meant|there|to be)\b|"
     r"\bwhat there (?:is|are|was|were)\b", "the noun itself"),
    (r"(?<!there )\b(?:is|are) no (?!longer|more\b|less\b|need)[a-z]+", "isn't a, aren't"),
    (r"\b(?:is|are) to be [a-z]+", "must be, should be"),
    (r"\bbe (?:it|they|there) \b", "whether"),
    (r"\b(?:than|after|keep|takes?|by|for|every|with) so (?:much|many|long|far)\b",
     "up to, at most, this many"),
    (r"\b(?:comes?|came) of\b", "results from"),
    (r"\bhas it that\b|\bin (?:its|their) stead\b|\bwhat all (?:costs|does|is)\b", "plain words"),
    (r"\bnobody's business\b|\bto and fro\b|\bnow and then\b", "plain words"),
    (r"\bunder way\b", "in progress, pending"),
    (r"\bwork(?:s|ed|ing)? off (?:a|an|all|each|every|its|their|them)\b|\blook(?:s|ed|ing)? after\b|"
     r"\b(?:comes?|came|coming) to rest\b", "drains, processes, becomes idle"),
    (r"\bjudg(?:e|es|ed|ing)\b|\bsays? of\b", "evaluate, compare, check"),
    (r"\bof no (?:more |further )?use\b", "no longer needed"),
]]

NAMES = [(re.compile(pattern), instead) for pattern, instead in [
    (r"^most[A-Z]", "maxX"), (r"^least[A-Z]", "minX"),
    (r"^(?:judge|nature|news|patience|trier|wish)(?:$|[A-Z])", "a word of the field"),
    (r"^(?:goOn|goesOn|goingOn)", "resume, shouldContinue"), (r"^isThere$", "exists"),
]]

DECLARATION = re.compile(r"\b(?:func|var|let|case|class|struct|enum|actor|protocol|typealias) `?(\w+)")
TEST = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
EXCEPTION = re.compile(r"(?:^|\s)// prose: \S")
PAGE_EXCEPTION = re.compile(r"^<!-- prose: \S")
LINE_COMMENT = re.compile(r"(?:^|\s)//(?!/)\s?(.*)$")


def plain(text):
    """Returns a text with code replaced by a placeholder of the same length."""
    return re.sub(r"`[^`]*`", lambda code: "X" * len(code.group(0)), text)


def fault_of_words(text):
    for pattern, instead in WORDS:
        if found := pattern.search(plain(text)):
            return found.start(), f"'{found.group(0).strip()}' → {instead}"
    return None


def fault_of_opening(text):
    text = plain(text).lstrip("*_ ")
    if found := CLAUSE.match(text):
        return f"begins with the clause '{found.group(0)}' → name the thing first"
    if found := PRONOUN.match(text):
        return f"begins with the pronoun '{found.group(0)}' → name the thing first"
    return None


def fault_of_name(name):
    for pattern, instead in NAMES:
        if pattern.search(name):
            return f"'{name}' → {instead}"
    return None


class Paragraph:
    """Lines of a comment or a page that form a sentence or more."""

    def __init__(self):
        self.lines = []

    def add(self, number, text):
        self.lines.append((number, text))

    def faults(self):
        text, starts = "", []
        for number, line in self.lines:
            starts.append((len(text), number))
            text += line + " "
        self.lines = []
        if found := fault_of_words(text):
            offset, fault = found
            yield max(start for start in starts if start[0] <= offset)[1], fault


def is_text(line):
    """Returns whether a line of a comment or page is prose, rather than code or an empty line."""
    return bool(line.strip()) and not line.startswith("    ")


def comment_faults(lines):
    """Finds faults in the comments of a Swift file, given as pairs of a line number and the line."""
    documentation, remark = Paragraph(), Paragraph()
    previous = ""
    for index, (number, line) in enumerate(lines):
        stripped = line.strip()
        if stripped.startswith("///"):
            text = stripped[3:].removeprefix(" ")
            is_first = not previous.startswith("///")
            if is_first and (fault := fault_of_opening(text)):
                yield number, fault
            if is_first and (fault := fault_of_length(text, lines[index + 1:])):
                yield number, fault
            if not is_text(text) or text.startswith("- "):
                yield from documentation.faults()
            if is_text(text):
                documentation.add(number, text)
        else:
            yield from documentation.faults()
            found = LINE_COMMENT.search(re.sub(STRING, lambda string: "\"" * len(string.group(0)), line))
            if found and stripped.startswith("//") and is_text(found.group(1)):
                remark.add(number, found.group(1))
            else:
                yield from remark.faults()
                if found:
                    remark.add(number, found.group(1))
                    yield from remark.faults()
        previous = stripped
    yield from documentation.faults()
    yield from remark.faults()


def fault_of_length(summary, following):
    """Finds a summary that only repeats the name of its declaration."""
    rest = [line.strip() for _, line in following]
    if rest and rest[0].startswith("///"):
        return None
    declaration = next((line for line in rest if not line.startswith("@") or " " in line), "")
    is_private = re.search(r"\b(?:private|fileprivate)\b(?!\(set\))", declaration)
    is_public = re.search(r"\b(?:public|open)\b", declaration)
    if is_private and SHORT.match(summary) or not is_public and NAME_ONLY.match(summary):
        return f"'{summary}' repeats the name → delete it"
    return None


def string_faults(lines):
    """Finds faults in the strings of a Swift file that have words; names of tests have stricter rules."""
    source = "\n".join(line for _, line in lines)
    for found in TEST.finditer(source):
        number = lines[source.count("\n", 0, found.start(1))][0]
        if fault := fault_of_opening(found.group(1)):
            yield number, fault
    block, is_block = Paragraph(), False
    for number, line in lines:
        if line.strip().startswith("//"):
            continue
        if line.count('"""') % 2 == 1:
            is_block = not is_block
            if not is_block:
                yield from block.faults()
        elif is_block:
            if not line.strip():
                yield from block.faults()
            block.add(number, line.strip().removesuffix("\\").rstrip())
        else:
            for text in STRING.findall(line):
                if " " in text and (found := fault_of_words(text)):
                    yield number, found[1]


def name_faults(lines):
    for number, line in lines:
        # The names of the public API stay.
        if not re.match(r"\s*(?://|public\b)", line):
            for name in DECLARATION.findall(re.sub(STRING, '""', line)):
                if fault := fault_of_name(name):
                    yield number, fault


def swift_faults(text):
    lines = list(enumerate(text.split("\n"), 1))
    yield from comment_faults(lines)
    yield from string_faults(lines)
    yield from name_faults(lines)


def markdown_faults(text):
    paragraph, is_code = Paragraph(), False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        begins = re.match(r"\s*(?:[-*|#]|\d+\.) ?", line)
        if is_code or not is_text(line) or begins or line.startswith("<!--"):
            yield from paragraph.faults()
        if not is_code and is_text(line) and not line.startswith(("<!--", "```")):
            paragraph.add(number, re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line))
    yield from paragraph.faults()


def check(path, text):
    """Returns the faults of a file that have no exception, and the number of its exceptions."""
    is_page = str(path).endswith(".md")
    find, exception = (markdown_faults, PAGE_EXCEPTION) if is_page else (swift_faults, EXCEPTION)
    exceptions = {number for number, line in enumerate(text.split("\n"), 1) if exception.search(line)}
    used, problems = set(), []
    for number, fault in sorted(set(find(text))):
        excepting = exceptions & {number, number - 1}
        used |= excepting
        if not excepting:
            problems.append(f"{path}:{number}: {fault}")
    problems += [f"{path}:{number}: the exception excepts nothing" for number in sorted(exceptions - used)]
    return problems, len(exceptions)


def files(places):
    for place in places:
        path = pathlib.Path(place)
        if path.is_file():
            yield path
        else:
            found = sorted(path.rglob("*.swift")) + sorted(path.rglob("*.md"))
            yield from (file for file in found if ".build" not in file.parts)


def main(arguments):
    places = arguments or [ROOT / place for place in PLACES]
    problems, exceptions, count = [], 0, 0
    for path in files(places):
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        found, excepted = check(shown, path.read_text(errors="replace"))
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
