"""Checks the length of the guides, the clicks that lead to them, and their links to other pages."""

import re

from pages import ROOT

MAX_LINES = 100
MAX_CLICKS = 2
# The guides for the questions that users ask most.
GUIDES = ["TestAnEndlessEffect", "ReplayInTests", "KeepASecretOut", "RenameACase",
          "RecordInProduction", "RunInGitHubActions", "RunInGitLab", "RunOnSlurm", "AttachALog",
          "FindTheStep", "MoveAnAppOver", "ServeARunningApp"]
NEXT = "\n## Where to go next\n"
# Pages that lead on by other means: the start page routes, and the command reference is generated.
WITHOUT_NEXT = ("README.md", "Commands.md", "Reprise.md")


def links(path):
    """Returns the pages to which a page links."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    names = (target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)
             if not re.match(r"[a-z]+:", target))
    return {(path.parent / name).resolve() for name in names if name.endswith(".md")}


def within_clicks(start, count):
    """Returns the pages that at most `count` links lead to."""
    found = edge = {start}
    for _ in range(count):
        edge = {page for path in edge if path.exists() for page in links(path)} - found
        found = found | edge
    return found


def check_guides(paths, root=ROOT):
    """Checks the guides, the way from the readme to each page, and the links at its end."""
    folder = root / "Documentation"
    how_to = {path for path in paths if path.parent == folder / "HowTo"}
    problems = [f"Documentation/HowTo: there is no guide '{name}'"
                for name in GUIDES if folder / "HowTo" / f"{name}.md" not in how_to]
    near = within_clicks(root / "README.md", MAX_CLICKS)
    for path in sorted(path for path in paths if folder in path.parents):
        name, text = path.relative_to(root), path.read_text(encoding="utf-8")
        if path in how_to and (count := text.count("\n")) > MAX_LINES:
            problems.append(f"{name}: has {count} lines; the maximum of a guide is {MAX_LINES}")
        if path in how_to and "```" not in text:
            problems.append(f"{name}: shows nothing that a check runs")
        if path.suffix == ".md" and path.parent.suffix != ".docc" and path not in near:
            problems.append(f"{name}: is more than {MAX_CLICKS} clicks from the readme")
        if path.name not in WITHOUT_NEXT and not re.search(r"\]\(", text.partition(NEXT)[2]):
            problems.append(f"{name}: does not end with where to go next")
    return problems
