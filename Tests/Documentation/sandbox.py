"""Prepares the folders in which commands of the documentation run."""

import os
import pty
import re
import select
import subprocess

from pages import ROOT


class Sandbox:
    """A folder with the files that commands need, and the program under the name `reprise`."""

    def __init__(self, programs, folder):
        self.folder = folder
        self.home = folder / "home"
        self.bins = {}
        for name in ("reprise", "FaultyApp"):
            bin = folder / f"bin-{name}"
            bin.mkdir()
            (bin / "reprise").symlink_to(programs / name)
            self.bins[name] = bin
        self.home.mkdir()
        (folder / "Tests").symlink_to(ROOT / "Tests")
        self.program = "reprise"
        self.variables = {}

    @property
    def environment(self):
        kept = {key: value for key, value in os.environ.items()
                if key not in {"GITHUB_ACTIONS", "COLUMNS", "LINES", "NO_COLOR"}}
        return {**kept, "PATH": f"{self.bins[self.program]}:{kept['PATH']}", "HOME": str(self.home),
                "XDG_DATA_HOME": str(self.home / "data"), "SWIFT_BACKTRACE": "enable=no",
                **self.variables}

    def run(self, command, terminal=False):
        if terminal:
            return self.run_at_terminal(command)
        result = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        return result.stdout.decode()

    def run_at_terminal(self, command):
        """Runs a command at a terminal, and quits the full screen as soon as it appears."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "-c", command], {**self.environment, "TERM": "xterm"})
        output = b""
        has_quit = False
        while select.select([terminal], [], [], 120)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
            if not has_quit and b"quit" in output:
                os.write(terminal, b"q")
                has_quit = True
        os.waitpid(process, 0)
        os.close(terminal)
        # The terminal discards the contents of the full screen when the program leaves it.
        text = output.decode(errors="replace").split("\x1b[?1049l")[-1]
        text = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|[()].)", "", text)
        return text.replace("\r", "")


def record(sandbox, name, lines, level="effects", **variables):
    """Records a session with a script."""
    (sandbox.folder / "session.txt").write_text("".join(f"{line}\n" for line in lines))
    subprocess.run(
        ["reprise", "record", name, "--quiet", "--script", "session.txt", "--level", level],
        cwd=sandbox.folder,
        env={**sandbox.environment, **variables}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)


def crashed(sandbox):
    sandbox.program = "FaultyApp"
    record(sandbox, "c.reprise", ["dig", "dig", "dig", "giveUp"])


def repaired(sandbox):
    crashed(sandbox)
    sandbox.run("reprise recover c.reprise.partial -o c.reprise")
    sandbox.variables["FAULTY_FIXED"] = "1"


def failing(sandbox):
    """Prepares logs, some of which fail in a changed app, all for the same reason."""
    sandbox.program = "FaultyApp"
    (sandbox.folder / "Sessions").mkdir()
    for name, lines in [("dive", ["dig", "dig"]), ("probe", ["chatter", "dig"]),
                        ("walk", ["dig"] * 7), ("quiet", ["chatter"])]:
        record(sandbox, f"Sessions/{name}.reprise", lines)
    sandbox.variables["FAULTY_TWICE"] = "1"


def ledger(sandbox):
    """Prepares a session of an app that has since acquired a bug."""
    sandbox.program = "FaultyApp"
    sandbox.variables["FAULTY_APP"] = "ledger"
    record(sandbox, "bug.reprise", [
        'addRow("Milk")', "save", "tick", "flip", "add(250)", "load(3)", "wait effects", "flip",
        'addRow("Bread")', "move(2)", "flip", 'note("check the total")', "tick", "save"])
    sandbox.variables["FAULTY_BUG"] = "odd"


def banked(sandbox):
    """Prepares an app whose effect calls a bank. `FAULTY_BUG=account` selects a later version."""
    sandbox.program = "FaultyApp"
    sandbox.variables["FAULTY_APP"] = "ledger"
    (sandbox.folder / "session.txt").write_text("load(3)\nwait effects\ntick\n")


def moved(sandbox):
    """Prepares sessions, one of which fails in a version of the app that does not rename rows."""
    sandbox.program = "FaultyApp"
    sandbox.variables["FAULTY_APP"] = "ledger"
    (sandbox.folder / "Sessions").mkdir()
    record(sandbox, "Sessions/totals.reprise", ["add(250)", "load(3)", "wait effects", "tick"])
    record(sandbox, "Sessions/lamps.reprise", ['light("a")', 'light("b")', "tick", "tick"])
    record(sandbox, "Sessions/shopping.reprise", [
        'addRow("Milk")', "save", "tick", 'addRow("Bread")', "flip", 'addRow("Tea")', "load(2)",
        "wait effects", 'rename(3, "Green tea")', "move(2)", "tick", 'note("Bread first")',
        'rename(2, "Rye bread")', "save", "add(40)", "remove(1)"])
    sandbox.variables["FAULTY_BUG"] = "moved"


def damaged(sandbox):
    """Prepares a session of 12,000 steps with a changed byte, which shortens a block."""
    names = ["Milk", "Bread", "Butter", "Jam", "Tea"]
    lines = ["shoppingList.addProduct"] * 5
    state = 1
    for _ in range(12_000 - len(lines)):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        row, name = state >> 8 & 3, names[state >> 16 & 3]
        lines.append(f'shoppingList.products[{row}].updateName("{name} {state >> 20}")')
    record(sandbox, "good.reprise", lines, level="steps")
    good = (sandbox.folder / "good.reprise").read_bytes()
    for offset in range(len(good) // 2, len(good) // 2 + 4_000):
        bad = bytearray(good)
        bad[offset] ^= 0x10
        (sandbox.folder / "bad.reprise").write_bytes(bad)
        output = sandbox.run("reprise recover bad.reprise -o x --force")
        if "it is not as long as it says" in output:
            return
    raise AssertionError("no byte makes a block shorter")


def in_git(sandbox):
    failing(sandbox)
    (sandbox.folder / ".gitattributes").write_text("*.reprise diff=reprise\n")
    sandbox.run(
        "git init -q && git add Sessions && git -c user.name=n -c user.email=e commit -qm x")


def nothing(sandbox):
    """Prepares an empty folder beside the golden sessions."""


def exported(sandbox):
    """Prepares the golden sessions, one of them exported, and the script that queries them."""
    for log in sorted((ROOT / "Tests" / "Sessions").glob("*.reprise")):
        (sandbox.folder / log.name).symlink_to(log)
    (sandbox.folder / "questions.py").symlink_to(
        ROOT / "Examples" / "SessionQueries" / "questions.py")
    (sandbox.folder / "sessions").mkdir()
    sandbox.run("reprise export counter.reprise -o counter.jsonl")


# The setups that a comment may name.
SETUPS = {"none": nothing, "crashed": crashed, "repaired": repaired, "failing": failing,
          "damaged": damaged, "ledger": ledger, "banked": banked, "moved": moved, "in git": in_git,
          "exported": exported}
