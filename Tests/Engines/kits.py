"""The kits of Examples/CI, and the single run with which their results are compared."""

import json
import os
import pathlib
import shutil
import socket

from corpus import without_times
from pages import blocks, pattern

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Documentation" / "HowTo" / "RunOnSlurm.md"
KITS = ROOT / "Examples" / "CI"
SHARDS = 8
# A task that must end early waits in a step after this one.
HELD_STEP = 100


def find(tool):
    return shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Single:
    """The results of a single run of all logs, with which the merges are compared."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        run = program.run("replay", "logs", "--junit", "single.xml", code=4)
        self.text = run.stdout
        self.json = program.run("replay", "logs", "--json", code=4).stdout
        self.junit = without_times((folder / "single.xml").read_text())

    def check(self, name, results, junit, report):
        """Checks a kit's folder of results, its JUnit file, and the report that it printed."""
        merged = self.program.run("merge", *sorted(results.glob("*.jsonl")), "--json",
                                  code=4).stdout
        logs, expected = json.loads(merged)["logs"], json.loads(self.json)["logs"]
        others = [pair for pair in zip(logs, expected) if pair[0] != pair[1]]
        assert merged == self.json, f"{name}: the merged JSON is another: {others[:3]}"
        assert without_times(junit.read_text()) == self.junit, (
            f"{name}: the merged JUnit is another")
        assert report == self.text, f"{name}: the report is another:\n{report}"


def check_page(engine, *transcript):
    """Checks that an engine's block on the page matches its output.

    Each part is a command and its output.
    """
    text = "".join(f"$ {command}\n{output}" for command, output in transcript)
    print(text, end="")
    found = [block for block in blocks(PAGE) if block.directive("engine") == engine]
    assert len(found) == 1, f"{PAGE.name} has {len(found)} blocks of {engine}"
    lines = found[0].text.splitlines()
    assert pattern(lines).fullmatch(text), f"{found[0].location} is another"


def last_line(text):
    return text.splitlines(keepends=True)[-1]
