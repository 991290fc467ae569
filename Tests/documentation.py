#!/usr/bin/env python3
"""Runs the commands that the documentation shows, and compares what they print with what stands there.

A block of code is run if it has lines that begin with `$ `. Numbers of two and more digits may be
others, since a log's size has the time and the build in it; a line `…` stands for any lines. Every
option that is named must be in the help of a verb, and the examples of the help must work.
"""

import argparse
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERBS = ["run", "record", "replay", "show", "info", "play", "compat", "recover"]
# Blocks that are not run here, by their first command, and what runs them.
ELSEWHERE = {
    "git clone": "a clean clone is built where changes are judged",
    "swift run TodoShell": "`make example` tests the package",
}
# Options of other programs.
FOREIGN_OPTIONS = {"--json", "--long", "--filter", "--target", "--product", "--configuration"}


class Block:
    """Commands of one block, each with the text below it."""

    def __init__(self, place, lines):
        self.place = place
        self.commands = []
        for line in lines:
            if line.startswith("$ ") or line == "$":
                self.commands.append([line[2:], []])
            elif self.commands and self.commands[-1][0].endswith("\\") and not self.commands[-1][1]:
                self.commands[-1][0] += "\n" + line
            elif self.commands:
                self.commands[-1][1].append(line)

    @property
    def first(self):
        return self.commands[0][0]


def blocks(path):
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        lines = match.group(1).split("\n")[:-1]
        if any(line.startswith("$ ") for line in lines):
            number = text[:match.start()].count("\n") + 1
            yield Block(f"{path.relative_to(ROOT)}:{number}", lines)


def pattern(lines):
    """What the output below a command may be."""
    parts = []
    for line in lines:
        if line == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(re.sub(r"\d[\d,.]*\d", lambda _: r"\d[\d,.]*", re.escape(line)) + r"\n")
    return re.compile("".join(parts).replace(r"\,", ","))


class Sandbox:
    """A folder with what the commands of a block need, and the programs under the name `reprise`."""

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
            ["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        return result.stdout.decode()

    def run_at_terminal(self, command):
        """Runs a command as a person does, who quits the full screen as soon as it is there."""
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
        # What stands on the full screen is gone when it is left.
        text = output.decode(errors="replace").split("\x1b[?1049l")[-1]
        text = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|[()].)", "", text)
        return text.replace("\r", "")


def record(sandbox, name, lines, **variables):
    """Records a session by a script."""
    (sandbox.folder / "session.txt").write_text("".join(f"{line}\n" for line in lines))
    subprocess.run(
        ["reprise", "record", name, "--quiet", "--script", "session.txt"], cwd=sandbox.folder,
        env={**sandbox.environment, **variables}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)


def crashed_session(sandbox):
    sandbox.program = "FaultyApp"
    record(sandbox, "c.reprise", ["dig", "dig", "dig", "giveUp"])


def repaired_session(sandbox):
    crashed_session(sandbox)
    sandbox.run("reprise recover c.reprise.partial -o c.reprise")
    sandbox.variables["FAULTY_FIXED"] = "1"


def failing_sessions(sandbox):
    """Logs of which a changed app fails some, all for one reason."""
    sandbox.program = "FaultyApp"
    (sandbox.folder / "Sessions").mkdir()
    for name, lines in [("dive", ["dig", "dig"]), ("probe", ["chatter", "dig"]), ("walk", ["dig"] * 7),
                        ("quiet", ["chatter"])]:
        record(sandbox, f"Sessions/{name}.reprise", lines)
    sandbox.variables["FAULTY_TWICE"] = "1"


def damaged_session(sandbox):
    """A session of 12,000 steps of which one byte is another, so that a block is shorter."""
    names = ["Milk", "Bread", "Butter", "Jam", "Tea"]
    lines = ["shoppingList.addProduct"] * 5
    state = 1
    for _ in range(12_000 - len(lines)):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        row, name = state >> 8 & 3, names[state >> 16 & 3]
        lines.append(f'shoppingList.products[{row}].updateName("{name} {state >> 20}")')
    record(sandbox, "good.reprise", lines)
    good = (sandbox.folder / "good.reprise").read_bytes()
    for offset in range(len(good) // 2, len(good) // 2 + 4_000):
        bad = bytearray(good)
        bad[offset] ^= 0x10
        (sandbox.folder / "bad.reprise").write_bytes(bad)
        if "it is not as long as it says" in sandbox.run("reprise recover bad.reprise -o x --force"):
            return
    raise AssertionError("no byte makes a block shorter")


def sessions_in_git(sandbox):
    failing_sessions(sandbox)
    (sandbox.folder / ".gitattributes").write_text("*.reprise diff=reprise\n")
    sandbox.run("git init -q && git add Sessions && git -c user.name=n -c user.email=e commit -qm x")


# What the commands of a block need, by the first of them.
SETUPS = {
    "printf 'counter.incrTapped": None,
    "stty -a > before": None,
    "reprise replay Tests/Sessions": None,
    "reprise recover c.reprise.partial": crashed_session,
    "reprise replay c.reprise": repaired_session,
    "reprise recover bad.reprise": damaged_session,
    "reprise replay Sessions": failing_sessions,
    "reprise replay --update --yes Sessions": failing_sessions,
    "git config diff.reprise.textconv": sessions_in_git,
}


def run_block(block, programs):
    """Returns what is wrong with a block, if something is."""
    if any(block.first.startswith(start) for start in ELSEWHERE):
        return None
    starts = [start for start in SETUPS if block.first.startswith(start)]
    if not starts:
        return f"{block.place}: no setup is known for '{block.first}'; add it to Tests/documentation.py"
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(programs, pathlib.Path(folder))
        setup = SETUPS[max(starts, key=len)]
        if setup:
            setup(sandbox)
        terminal = block.first.startswith("stty")
        for command, lines in block.commands:
            if not command:
                continue
            output = sandbox.run(command, terminal)
            if not pattern(lines).fullmatch(output):
                expected = "\n".join(lines)
                return f"{block.place}: '{command}' prints\n{output}and there stands\n{expected}"
    return None


def check_options(paths, programs):
    """Every option that is named must be one of the program's, or of another program in a list."""
    known = set(FOREIGN_OPTIONS)
    for verb in VERBS + [""]:
        help = subprocess.run([programs / "reprise", *(["help", verb] if verb else ["--help"])],
                              capture_output=True, text=True, check=True).stdout
        known |= set(re.findall(r"--[a-z][a-z-]+", help))
    problems = []
    for path in paths:
        code = re.findall(r"`[^`\n]*(?:\n[^`\n]+)?`", path.read_text(encoding="utf-8"))
        named = {option for text in code if "swift " not in text and "git " not in text
                 for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)}
        problems += [f"{path.relative_to(ROOT)}: no verb has {option}" for option in named - known]
    return problems


def check_examples(programs):
    """The examples in the help must work."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(programs, pathlib.Path(folder))
        record(sandbox, "s.reprise", ["counter.incrTapped"] * 9)
        cut = (sandbox.folder / "s.reprise").read_bytes()[:-20]
        for verb in VERBS:
            help = sandbox.run(f"reprise help {verb}")
            for example in help[help.index("Example:"):].splitlines()[1:]:
                if verb in ("run", "record", "recover"):
                    (sandbox.folder / "s.reprise").unlink(missing_ok=True)
                if verb == "recover":
                    (sandbox.folder / "s.reprise.partial").write_bytes(cut)
                output = sandbox.run(f"{example.strip()} > out 2>&1; echo $?; cat out")
                if not output.startswith("0\n"):
                    problems.append(f"help {verb}: '{example.strip()}' fails: {output}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/debug",
                        help="the folder of reprise and FaultyApp")
    parser.add_argument("--only", default="", help="a part of the place of the blocks to run")
    options = parser.parse_args()
    programs = options.programs.resolve()
    paths = sorted([*ROOT.glob("*.md"), *ROOT.glob("Documentation/**/*.md"),
                    *ROOT.glob("Examples/*/README.md")])
    found = [block for path in paths for block in blocks(path) if options.only in block.place]
    problems = [problem for block in found if (problem := run_block(block, programs))]
    problems += check_options(paths, programs) + check_examples(programs)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(found)} blocks of commands print what the documentation says")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
