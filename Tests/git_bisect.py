#!/usr/bin/env python3
"""Finds a faulty commit with `git bisect run` and a recorded session.

Creates a repository with ten commits of Examples/TodoShell. The eighth has a fault, the fifth does
not build, and the sixth has other types, so that it cannot read the log. The search must name the
eighth, and must skip commits for both reasons.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "Examples" / "TodoShell"
PAGE = ROOT / "Documentation" / "HowTo" / "FindTheCommit.md"
FEATURE = "Sources/Todo/TodosFeature.swift"
FAULTY, UNBUILDABLE, UNREADABLE = 8, 5, 6
# The replacements in the feature that each commit makes.
CHANGES = {
    FAULTY: [("at: 0)", "at: state.todos.count)")],
    UNBUILDABLE: [("state.todos.removeAll(where:", "state.todos.removeEvery(where:")],
    UNREADABLE: [("case addTapped(String)", "case insertTapped(String)"),
                 ("case .addTapped(let title)", "case .insertTapped(let title)")],
}


def run(*command, cwd, code=0):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in "AUTHOR", "COMMITTER":
        environment |= {f"GIT_{role}_NAME": "Tests", f"GIT_{role}_EMAIL": "tests@localhost"}
    result = subprocess.run(command, cwd=cwd, env=environment, text=True, capture_output=True)
    if result.returncode != code:
        raise SystemExit(f"{command} gave {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def commit(folder, message):
    run("git", "add", "--all", cwd=folder)
    run("git", "commit", "--quiet", "--message", message, cwd=folder)


def make_repository(folder):
    """Creates ten commits. Commits without replacements only change the notes."""
    for name in "Package.swift", "Sources":
        source = EXAMPLE / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    package = folder / "Package.swift"
    text = package.read_text().replace('path: "../.."', f'path: "{ROOT}"')
    package.write_text(re.sub(r"    \.testTarget\(.*?\n      \]\),\n", "", text, flags=re.DOTALL))
    shutil.copy(EXAMPLE / "Sessions" / "shopping.reprise", folder / "bug.reprise")
    run("git", "init", "--quiet", cwd=folder)
    good = (folder / FEATURE).read_text()
    for number in range(1, 11):
        text = good
        # The fault stays. A commit that does not build, or cannot read the log, is fixed by the
        # next one.
        for old, new in CHANGES.get(FAULTY if number > FAULTY else number, []):
            assert old in text, f"the feature no longer has {old}"
            text = text.replace(old, new)
        (folder / FEATURE).write_text(text)
        (folder / "NOTES.md").write_text(f"commit {number}\n")
        commit(folder, f"commit {number}")


def documented_step(scratch):
    """Returns the command that the page runs for each commit, with a shared build folder."""
    command = re.search(r"git bisect run sh -c '(.*)'", PAGE.read_text(encoding="utf-8"))[1]
    for old, new in [("swift build", f"swift build --scratch-path {scratch} --product TodoShell"),
                     (".build/debug/MyApp", f"{scratch}/debug/TodoShell"),
                     ("/tmp/bug.reprise", "bug.reprise")]:
        assert old in command, f"the documentation no longer has {old}"
        command = command.replace(old, new)
    return command


def main():
    scratch = ROOT / ".build" / "packages"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "TodoShell"
        folder.mkdir()
        make_repository(folder)
        step = pathlib.Path(name) / "step.sh"
        step.write_text(documented_step(scratch))
        run("git", "bisect", "start", "HEAD", "HEAD~9", cwd=folder)
        output = run("git", "bisect", "run", "sh", str(step), cwd=folder)
        found = re.search(r"is the first bad commit\n(?:.*\n)*?\s+(commit \d+)\n", output)
        assert found and found[1] == f"commit {FAULTY}", output
        skipped = {match[1] for match in re.finditer(
            r"# skip: \[\w+\] commit (\d+)", run("git", "bisect", "log", cwd=folder))}
        print(f"git bisect found commit {FAULTY} of 10, and skipped {', '.join(sorted(skipped))}")
        # The search must visit both. If this fails, choose other commits for them.
        assert skipped == {str(UNBUILDABLE), str(UNREADABLE)}, output


if __name__ == "__main__":
    sys.exit(main())
