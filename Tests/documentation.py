#!/usr/bin/env python3
"""Checks the texts, screens, links and code of pages, help and doc comments.

Pages contain commands, screens, files to copy, Swift code and options. Help and doc comments
contain examples.

`Tests/Documentation/pages.py` lists the comments above blocks of code that state how a block is
checked. In the output of a command, numbers with two or more digits may differ, because a log's
size depends on the time and the build. A line `…` stands for any lines.
"""

import argparse
import contextlib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests" / "Documentation"), str(ROOT / "Tools" / "Documentation")]

from comments import check_comments  # noqa: E402
from guides import check_guides  # noqa: E402
from pages import blocks, check_excerpts, check_links, pages, pattern  # noqa: E402
from sandbox import SETUPS, Sandbox, record  # noqa: E402
from scenes import check_pictures  # noqa: E402
from screens import check_screens  # noqa: E402
from sentences import check_sentences  # noqa: E402
from snippets import check_messages, check_snippets  # noqa: E402
from sources import repository_files  # noqa: E402
from workspace import check_workspace  # noqa: E402

# Options of other programs.
FOREIGN_OPTIONS = {"--json", "--long", "--filter", "--target", "--product", "--configuration",
                   "--stat", "--package-path", "--only", "--checks", "--array", "--cpus-per-task",
                   "--dependency", "--attachments-path", "--output", "--parsable", "--database",
                   "--requeue", "--sshloginfile", "--retries", "--exclude", "--module",
                   "--substitutes", "--recordable", "--root", "--reprise"}
# Directives in the comment above a block that determine how it is checked.
CHECKED_BY_NAME = ("setup", "terminal", "file", "run by", "engine", "excerpt")


def check_sessions(found, programs):
    """Runs the commands of a page that need no workspace."""
    problems = []
    sandbox = None
    with contextlib.ExitStack() as folders:
        for block in found:
            name = block.directive("setup")
            is_terminal = block.directive("terminal") is not None
            if not block.is_session or (name is None and not is_terminal):
                continue
            if name != "previous":
                folder = folders.enter_context(tempfile.TemporaryDirectory())
                sandbox = Sandbox(programs, pathlib.Path(folder))
                SETUPS[name or "none"](sandbox)
            for command, lines in block.commands:
                output = sandbox.run(command, is_terminal)
                if not pattern(lines).fullmatch(output):
                    problems.append(
                        f"{block.location}: '{command}' prints\n{output}and not\n"
                        + "\n".join(lines))
                    break
    return problems


def check_targets_of(found):
    """Checks that a recipe of make has the commands of its block, except for build folders."""
    problems = []
    for block in found:
        words = block.directive("run by")
        if words is None:
            continue
        recipe = subprocess.run(
            [*words.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True).stdout
        # The build folder of the target may differ.
        recipe = re.sub(r" --scratch-path \S+", "", recipe)
        problems += [f"{block.location}: '{words}' does not run '{command}'"
                     for command, _ in block.commands if command not in recipe]
    return problems


def help_text(program, *words):
    """Returns the output of `reprise help`."""
    return subprocess.run([program, "help", *words], capture_output=True, text=True,
                          check=True).stdout


def check_coverage(found):
    """Checks that no block remains unchecked."""
    has_workspace, problems = False, []
    for block in found:
        has_workspace = has_workspace or block.directive("workspace") is not None
        is_checked = (
            block.language == "swift" or block.comment.startswith("screen")
            or any(block.directive(name) is not None for name in CHECKED_BY_NAME)
            or block.language == "yaml" or block.path.name == "Commands.md"
            or (has_workspace and block.is_session))
        if not is_checked:
            problems.append(
                f"{block.location}: nothing checks this block; see Tests/Documentation/pages.py")
    return problems


def check_workflows(found_on_pages):
    """Checks that the commands of a workflow are among those that a page runs in its workspace."""
    run = {command for found in found_on_pages for block in found for command, _ in block.commands}
    return [f"{block.location}: no page runs '{command}'"
            for found in found_on_pages for block in found if block.language == "yaml"
            for command in re.findall(r"- run: (.*)", block.text)
            if not command.startswith(("apt-get", "git clone")) and command not in run]


def verbs(programs):
    overview = help_text(programs / "reprise")
    return re.findall(r"^  ([a-z-]+) {2,}\S", overview[:overview.index("Options:")], re.MULTILINE)


def check_options(paths, programs):
    """Checks that every mentioned option belongs to the program, or to a listed other one."""
    known = set(FOREIGN_OPTIONS)
    for words in [[], *([verb] for verb in verbs(programs))]:
        known |= set(re.findall(r"--[a-z][a-z-]+", help_text(programs / "reprise", *words)))
    problems = []
    for path in paths:
        code = re.findall(r"`[^`\n]*(?:\n[^`\n]+)?`", path.read_text(encoding="utf-8"))
        named = {option for text in code if "swift " not in text and "git " not in text
                 for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)}
        problems += [f"{path.relative_to(ROOT)}: no verb has {option}"
                     for option in sorted(named - known)]
    return problems


def check_targets(paths):
    """Checks that every mentioned `make TARGET` is in the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    return [f"{path.relative_to(ROOT)}: there is no 'make {target}'" for path in paths
            for target in re.findall(r"(?:`|\$ )make ([a-z-]+)", path.read_text(encoding="utf-8"))
            if target not in targets]


def check_files(paths):
    """Checks that mentioned files and folders exist, except those that a recipe creates."""
    names = {pathlib.PurePath(name).name for name in repository_files()}
    problems = []
    for path in paths:
        for name in re.findall(r"`([\w/.+*-]+)`", path.read_text(encoding="utf-8")):
            if re.search(r"\b[Nn]ame|^Type\b|^Tests/\w+Tests/|^Sources/|TallyTests|TeaTests", name):
                continue
            if re.match(r"(Core|Features|Tools|Tests|Examples|Documentation)/", name):
                if not any(ROOT.glob(name)):
                    problems.append(f"{path.relative_to(ROOT)}: there is no '{name}'")
            elif name.endswith((".swift", ".py")) and "/" not in name and name not in names:
                if name != "Package.swift":
                    problems.append(f"{path.relative_to(ROOT)}: there is no '{name}'")
    return problems


def check_examples(programs):
    """Checks that the examples in the help work."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(programs, pathlib.Path(folder))
        record(sandbox, "s.reprise", ["counter.incrTapped"] * 9)
        sandbox.run("for i in 1 2; do reprise replay s.reprise --shard $i/2 --allow-empty "
                    "--results $i.jsonl; done")
        cut = (sandbox.folder / "s.reprise").read_bytes()[:-20]
        (sandbox.folder / "results").mkdir()
        sandbox.run("reprise replay s.reprise --results results/1.jsonl")
        for verb in verbs(programs):
            help = sandbox.run(f"reprise help {verb}")
            if "Example:" not in help:
                continue
            for example in help[help.index("Example:"):].splitlines()[1:]:
                if verb in ("run", "record", "recover"):
                    (sandbox.folder / "s.reprise").unlink(missing_ok=True)
                if verb == "recover":
                    (sandbox.folder / "s.reprise.partial").write_bytes(cut)
                # A server prints its address, and runs until it is stopped.
                waiting = "& until [ -s out ]; do sleep 0.05; done; kill $!; wait $!"
                output = sandbox.run(f"{example.strip()} > out 2>&1 "
                                     f"{waiting if verb == 'serve' else ''}; echo $?; cat out")
                # Differences have exit code 1, like in other programs with this name.
                codes = {"diff": ("0\n", "1\n"), "serve": "143\n"}
                if not output.startswith(codes.get(verb, "0\n")):
                    problems.append(f"help {verb}: '{example.strip()}' fails: {output}")
    return problems


def check_reference(programs):
    """Checks that the command reference matches the help."""
    text = (ROOT / "Documentation" / "Reference" / "Commands.md").read_text(encoding="utf-8")
    if text == help_text(programs / "reprise", "--markdown"):
        return []
    return ["Documentation/Reference/Commands.md: differs from the help; "
            "'make command-reference' writes it again"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/debug",
                        help="the folder of reprise and FaultyApp, and of the built modules")
    parser.add_argument("--graphs", type=pathlib.Path, default=ROOT / ".build/symbol-graphs",
                        help="the folder of the libraries' symbol graphs")
    parser.add_argument("--only", default="", help="a part of the locations of the blocks to check")
    parser.add_argument("--checks", default="sessions,screens,snippets,workspace,texts,comments",
                        help="the kinds of checks, with commas between them")
    options = parser.parse_args()
    programs = options.programs.resolve()
    paths, problems, count = pages(), [], 0
    found_on_pages = [blocks(path) for path in paths]
    for found in found_on_pages:
        problems += check_coverage(found) + check_targets_of(found) + check_excerpts(found)
        # Files and screens depend on the previous blocks.
        if not found or options.only and not any(options.only in block.location for block in found):
            continue
        count += len(found)
        if "sessions" in options.checks:
            problems += check_sessions(
                [block for block in found if options.only in block.location], programs)
        if "screens" in options.checks and not any(block.directive("workspace") == ""
                                                   for block in found):
            problems += check_screens(found, programs)
        if "snippets" in options.checks:
            problems += check_snippets(found, programs)
        if "workspace" in options.checks:
            problems += check_workspace(found)
    if "texts" in options.checks:
        problems += check_workflows(found_on_pages) + check_links(paths) + check_guides(paths)
        problems += check_options(paths, programs) + check_targets(paths)
        problems += check_files(paths) + check_sentences()
        problems += check_examples(programs) + check_reference(programs)
        problems += check_pictures(programs) + check_messages(programs)
    summary = ""
    if "comments" in options.checks and not options.only:
        code = [block.text for found in found_on_pages for block in found
                if block.language == "swift"]
        more, summary = check_comments(code, options.graphs, programs)
        problems += more
    for problem in problems:
        print(problem)
    if summary:
        print(summary)
    if not problems:
        print(f"{count} blocks of the documentation are what the programs and the compiler say")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
