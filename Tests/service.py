#!/usr/bin/env python3
"""Kills the example service under load, again and again, and replays what each run left behind.

usage: service.py [--kills N] [--program PROGRAM]

Builds Examples/StockService, sends it files of orders, and kills it at random times. After each
kill, the next run must recover a complete log: `gzip -t` and `info` of PROGRAM accept it, it
contains the last 10,000 steps and at most an eighth more, and the package's test target replays it
as a test case. Finally the reducer is broken on purpose, and the tests must fail with the step, the
path and both values. PROGRAM is `reprise`, by default that of the debug build.
"""

import argparse
import json
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "Examples" / "StockService"
SESSIONS = PACKAGE / "Tests" / "StockTests" / "Sessions"
REDUCER = PACKAGE / "Sources" / "Stock" / "Stock.swift"
# The build folder shared by all packages of the repository.
SCRATCH = ROOT / ".build" / "packages"
RING = 10_000
MOST_BESIDE = RING // 8


def run(*command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


def orders(random_numbers, count):
    articles = ["apples", "pears", "plums", "nuts", "figs"]
    lines = []
    for _ in range(count):
        lines.append(f"{random_numbers.choice(articles)} {random_numbers.randint(-9, 9):+d}")
    return "\n".join(lines) + "\n"


class Service:
    """The running service."""

    def __init__(self, program, inbox, sessions):
        self.process = subprocess.Popen(
            [program, inbox, sessions], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = []
        self.wait_for("watching")

    def wait_for(self, text):
        """Reads the output up to a line that contains a text."""
        while line := self.process.stdout.readline():
            self.lines.append(line.strip())
            if text in line:
                return
        raise SystemExit(f"the service ended before it said '{text}': {self.lines}")

    def end(self, number):
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=60)
        self.lines += rest.splitlines()
        return self.process.returncode


def drop(inbox, name, text):
    (inbox / f"{name}.tmp").write_text(text)
    (inbox / f"{name}.tmp").rename(inbox / f"{name}.orders")


def check(log, reprise):
    """Checks a recovered log without the app, and returns its number of steps."""
    gzip = run("gzip", "-t", log)
    if gzip.returncode:
        raise SystemExit(f"{log}: gzip -t fails: {gzip.stderr}")
    info = run(reprise, "info", "--json", log)
    if info.returncode or '"gaps"' in info.stdout:
        raise SystemExit(f"{log}: {info.stdout}{info.stderr}")
    return json.loads(info.stdout)["logs"][0]["steps"]


def kill_under_load(program, folder, kills):
    """Kills the service at random times, and returns the recovered logs."""
    random_numbers = random.Random(1)
    inbox, sessions = folder / "inbox", folder / "sessions"
    inbox.mkdir()
    service = Service(program, inbox, sessions)
    for number in range(kills):
        for file in range(3):
            drop(inbox, f"{number}-{file}", orders(random_numbers, 40_000))
        service.wait_for("orders so far")
        time.sleep(random_numbers.uniform(0, 0.2))
        service.end(signal.SIGKILL)
        for left in inbox.iterdir():
            left.unlink()
        service = Service(program, inbox, sessions)
        if not any("recovered" in line for line in service.lines):
            raise SystemExit(
                f"after kill {number + 1} the next run recovered nothing: {service.lines}")
    service.end(signal.SIGTERM)
    if service.process.returncode or list(sessions.glob("*.partial*")):
        raise SystemExit(f"the service did not stop in good order: {list(sessions.iterdir())}")
    return sorted(sessions.glob("*.reprise"))


def replay(name, expected_failure=None):
    tests = run("swift", "test", "--scratch-path", SCRATCH, cwd=PACKAGE)
    output = tests.stdout + tests.stderr
    if expected_failure is None:
        if tests.returncode:
            raise SystemExit(f"{name}: the tests fail:\n{output[-4000:]}")
        return
    if not tests.returncode:
        raise SystemExit(f"{name}: the tests pass, though the reducer is broken")
    for text in expected_failure:
        if text not in output:
            raise SystemExit(f"{name}: the failure does not say '{text}':\n{output[-6000:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--program", default=ROOT / ".build" / "debug" / "reprise")
    options = parser.parse_args()
    # A service that stops printing fails the test instead of blocking it.
    signal.alarm(1800)

    with tempfile.TemporaryDirectory() as temporary:
        before = REDUCER.read_bytes()
        kept = set(SESSIONS.iterdir())
        try:
            check_package(pathlib.Path(temporary), options.kills, options.program)
        finally:
            REDUCER.write_bytes(before)
            for added in set(SESSIONS.iterdir()) - kept:
                added.unlink()


def check_package(folder, kills, reprise):
    built = run(
        "swift", "build", "--scratch-path", SCRATCH, "--product", "StockService", cwd=PACKAGE)
    if built.returncode:
        raise SystemExit(built.stdout + built.stderr)
    program = SCRATCH / "debug" / "StockService"
    logs = kill_under_load(program, folder, kills)
    steps = [check(log, reprise) for log in logs]
    for log, count in zip(logs, steps):
        if count > RING + MOST_BESIDE:
            raise SystemExit(f"{log}: {count} steps are more than the ring may have")
    if max(steps) < RING:
        raise SystemExit(f"no run filled the ring: {steps}")
    print(f"{len(logs)} runs, {kills} of them killed: rings of {min(steps)} to {max(steps)} steps")

    for log in logs:
        shutil.copy(log, SESSIONS)
    replay("the sessions of the service")
    print(f"{len(logs)} sessions replayed as tests")

    text = REDUCER.read_text()
    REDUCER.write_text(
        text.replace("article.count += order.count", "article.count += order.count + 1"))
    replay(
        "a broken reducer",
        ["SessionTests.swift:7", "XCTestSessionTests.swift:10",
         "XCTestSessionTests.testReplay[orders.reprise]", "state diverged at step", ".count",
         "expected", "actual", "order("],
    )
    print("a broken reducer fails the tests of both frameworks with step, path and values")


if __name__ == "__main__":
    main()
