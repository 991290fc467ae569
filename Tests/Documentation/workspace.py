"""A clone of the repository in which a page's packages are built in the same way as by a reader.

The folder stays under `.build`, so that only changes are rebuilt. The packages are created again
each time.
"""

import filecmp
import os
import shutil
import subprocess

from pages import ROOT, pattern
from screens import ScreenChecker
from sources import repository_files

FOLDER = ROOT / ".build" / "documentation"
CLONE = FOLDER / "reprise"


def update_clone():
    """Updates the clone's files to those of the repository, including uncommitted changes."""
    names = set(repository_files())
    present = {str(path.relative_to(CLONE)) for part in CLONE.iterdir()
               if part.name not in {".git", ".build"}
               for path in ([part] if part.is_file() else part.rglob("*")) if path.is_file()}
    for name in present - names:
        (CLONE / name).unlink()
    for name in names:
        if not (CLONE / name).exists() or not filecmp.cmp(ROOT / name, CLONE / name, shallow=False):
            (CLONE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, CLONE / name)


class Workspace:
    """The workspace of a page, with the directory in which its next command runs."""

    def __init__(self, keeps_clone):
        """Removes the packages. Creates the clone unless a command of the page creates it."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.directory = FOLDER
        self.data = FOLDER / "data"
        shutil.rmtree(self.data, ignore_errors=True)
        for package in FOLDER.iterdir():
            if package in (CLONE, self.data):
                continue
            for part in package.iterdir():
                if part.name == ".build":
                    continue
                shutil.rmtree(part) if part.is_dir() else part.unlink()
        if keeps_clone and not CLONE.exists():
            subprocess.run(["git", "clone", "--quiet", ROOT, CLONE], check=True)
        if CLONE.exists():
            update_clone()

    @property
    def folder(self):
        return self.directory

    @property
    def environment(self):
        # Variables inherited from an outer make would change the output of an inner one.
        kept = {key: value for key, value in os.environ.items()
                if key not in {"GITHUB_ACTIONS", "COLUMNS", "LINES", "NO_COLOR", "MAKEFLAGS",
                               "MAKELEVEL", "MFLAGS"}}
        return {**kept, "XDG_DATA_HOME": str(self.data), "SWIFT_BACKTRACE": "enable=no"}

    def write(self, block):
        file = self.directory / block.directive("file")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")

    def run(self, command):
        if command.startswith("git clone"):
            if CLONE.exists():
                command = "cd reprise"
            command = command.replace("clone URL-OF-THIS-REPOSITORY", f"clone --quiet '{ROOT}'")
        end = FOLDER / "directory"
        result = subprocess.run(
            ["bash", "-c", f"{command}\nstatus=$?; pwd > '{end}'; exit $status"],
            cwd=self.directory, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800)
        self.directory = type(FOLDER)(end.read_text().strip())
        end.unlink()
        if command.startswith("git clone"):
            update_clone()
        return result.stdout.decode(), result.returncode


def check_command(workspace, command, lines):
    """Returns what is wrong with a command, or None."""
    output, status = workspace.run(command)
    if not pattern(lines).fullmatch(output):
        return f"'{command}' prints\n{output}and not\n" + "\n".join(lines)
    if lines == ["…"] and status:
        return f"'{command}' fails with {status}:\n{output}"
    return None


def check_workspace(blocks):
    """Returns the faults of the files, commands and screens that readers copy from a page."""
    blocks = blocks[next((index for index, block in enumerate(blocks)
                          if block.directive("workspace") is not None), len(blocks)):]
    if not blocks:
        return []
    workspace = Workspace(keeps_clone="git clone" not in blocks[0].text)
    screens = ScreenChecker(workspace)
    problem = None
    for block in blocks:
        if block.directive("file") is not None:
            workspace.write(block)
        elif block.comment.startswith("screen"):
            problem = screens.check(block)
        elif block.is_session and block.comment in ("", "workspace"):
            for command, lines in block.commands:
                if fault := check_command(workspace, command, lines):
                    problem = f"{block.location}: {fault}"
                    break
        if problem:
            break
    screens.end()
    return [problem] if problem else []
