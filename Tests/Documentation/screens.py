"""Compares the screens of the documentation with those that the program draws.

    <!-- screen 80x16: COMMAND | wait TEXT | keys KEYS | size WxH -->

starts a command in a terminal and performs the steps in order. A comment `<!-- screen: … -->`
continues in the terminal of the previous screen on the page. `wait` reads until the screen contains
the text. Keys are written as in a Python string: `\\r` is Return. The size of a log may differ.
"""

import pathlib
import re
import tempfile

from sandbox import Sandbox
from terminal import Terminal


def normalized(screen):
    """Returns a screen without its variable parts: the size of the log, and its truncated name."""
    screen = re.sub(r"\w*› ●", "› ●", re.sub(r" +[\d.]+ k?B$", " SIZE", screen, flags=re.MULTILINE))
    return screen.rstrip("\n")


def take(terminal, steps):
    """Performs steps, and returns what went wrong, or None."""
    for step in steps:
        name, _, rest = step.partition(" ")
        if name == "keys":
            terminal.send(rest.encode().decode("unicode_escape"))
        elif name == "wait":
            if not terminal.wait(rest):
                return f"'{rest}' does not appear on\n{terminal.screen}"
        elif name == "size":
            columns, rows = rest.split("x")
            terminal.resize(int(columns), int(rows))
        else:
            return f"no step is called '{name}'"
    return None


class ScreenChecker:
    """Compares the screens of a page in order."""

    def __init__(self, sandbox):
        """Creates a checker that runs commands in the folder and environment of a sandbox."""
        self.sandbox = sandbox
        self.terminal = None

    def check(self, block):
        """Returns what is wrong with a screen, or None."""
        match = re.fullmatch(r"screen(?: (\d+)x(\d+))?: (.*)", block.comment, re.DOTALL)
        steps = [step.strip() for step in match[3].split(" | ")]
        if match[1]:
            self.end()
            self.terminal = Terminal(steps.pop(0), int(match[1]), int(match[2]),
                                     self.sandbox.folder, self.sandbox.environment)
        problem = take(self.terminal, steps)
        if not problem and normalized(self.terminal.screen) != normalized(block.text):
            problem = f"the screen is\n{self.terminal.screen}"
        return f"{block.location}: {problem}" if problem else None

    def end(self):
        if self.terminal:
            self.terminal.end()
        self.terminal = None


def check_screens(blocks, programs):
    """Returns what is wrong with the screens of one page."""
    with tempfile.TemporaryDirectory() as folder:
        checker = ScreenChecker(Sandbox(programs, pathlib.Path(folder)))
        problems = [checker.check(block) for block in blocks if block.comment.startswith("screen")]
        checker.end()
    return [problem for problem in problems if problem]
