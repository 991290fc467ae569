#!/usr/bin/env python3
"""Creates a catalog for docc from the pages: its root, and an article for each page.

usage: catalogue.py OUTPUT-DIRECTORY
"""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "Documentation" / "Reprise.docc"
# The start page in the repository. On the site, the root of the catalog takes its place.
START = ROOT / "Documentation" / "README.md"
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def articles():
    """Returns the pages by the names of their articles."""
    paths = [path for path in sorted(START.parent.glob("**/*.md")) if path != START
             and path.parent != CATALOGUE]
    return {**{path.stem: path for path in paths}, "Architecture": ROOT / "ARCHITECTURE.md"}


def link(match, path, names):
    """Returns a link in docc's syntax, or only its text if the target is not an article."""
    text, target = match[1], match[2]
    if re.match(r"[a-z]+:", target):
        return match[0]
    file, _, anchor = target.partition("#")
    page = (path.parent / file).resolve() if file else path
    if page not in names:
        return text
    if not anchor:
        return f"[{text}](doc:{names[page]})"
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text(encoding="utf-8")),
                          re.MULTILINE)
    heading = next(heading for heading in headings if slug(heading) == anchor)
    return f"[{text}](doc:{names[page]}#{heading.replace(' ', '-')})"


def article(path, names):
    """Returns the text of an article with links in docc's syntax, without comments for checks."""
    text = re.sub(r"^<!--.*?-->\n", "", path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    parts, end = [], 0
    for code in [*CODE.finditer(text), None]:
        prose = text[end:code.start() if code else len(text)]
        parts.append(re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", lambda match: link(match, path, names),
                            prose))
        if code:
            parts.append(re.sub(r"\A```\n", "```text\n", code[0]))
            end = code.end()
    return "".join(parts)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    output = pathlib.Path(sys.argv[1])
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(CATALOGUE, output)
    pages = articles()
    names = {**{path: name for name, path in pages.items()}, START: "Reprise"}
    for name, path in pages.items():
        (output / f"{name}.md").write_text(article(path, names), encoding="utf-8")


if __name__ == "__main__":
    main()
