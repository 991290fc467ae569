#!/usr/bin/env python3
"""Plants faults in apps, one at a time, and checks that explored sessions find each of them.

    Tests/explored_faults.py [--only late-answer …] [--seconds 60]

The apps are copied to .build/planted, which shares all other sources with the package. A fault of
the sample app must be found in a minute. Its session must be minimized to at most two actions more
than the smallest known one, and its log must replay as found. A fault of SyncUps or Todos must fail
the test that explores the app.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from planted_faults import APPS, SAMPLE

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / ".build/planted"
# The folders that contain faults. All others are links.
COPIED = ["Features", "Tests/Compatibility/Apps"]
# The maximum number of actions beyond the smallest known session.
TOLERANCE = 2
# The number of seeds with which the tests of apps find their faults.
SEEDS = 2000


class Failed(Exception):
    pass


def link(folder):
    """Links the entries of a folder into the copy, except copied ones and their folders."""
    for entry in (ROOT / folder).iterdir():
        name = str(entry.relative_to(ROOT))
        target = COPY / name
        if name in COPIED or name.startswith("."):
            continue
        if any(copied.startswith(name + "/") for copied in COPIED):
            target.mkdir(parents=True, exist_ok=True)
            link(name)
        elif not target.is_symlink():
            target.symlink_to(entry)


def copy(faults=()):
    """Writes the copies with faults planted.

    Unchanged files are not written, so that they are not compiled again.
    """
    texts = {}
    for folder in COPIED:
        for path in (ROOT / folder).rglob("*.swift"):
            texts[str(path.relative_to(ROOT))] = path.read_text()
    for file, old, new in faults:
        if texts[file].count(old) != 1:
            raise Failed(f"a text occurs {texts[file].count(old)} times in {file}:\n{old}")
        texts[file] = texts[file].replace(old, new)
    for folder in COPIED:
        for path in (COPY / folder).rglob("*.swift"):
            if str(path.relative_to(COPY)) not in texts:
                path.unlink()
    for name, text in texts.items():
        path = COPY / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def swift(arguments, environment=None):
    command = [os.environ.get("SWIFT", "swift"), *arguments]
    return subprocess.run(
        command, cwd=COPY, env=dict(os.environ, **environment or {}), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def build(arguments, environment=None):
    result = swift(["build", "-Xswiftc", "-gnone", *arguments], environment)
    if result.returncode != 0:
        raise Failed(f"the copy cannot be built:\n{result.stdout[-4000:]}")


def check_size(failure, count, smallest):
    if count > smallest + TOLERANCE:
        raise Failed(f"{count} actions are left, and {smallest} are enough: {failure}")


def check_sample(fault, seconds):
    """Explores the sample app, and checks what was found."""
    build(["--product", "reprise"])
    reprise = COPY / ".build/debug/reprise"
    output = COPY / "explored"
    shutil.rmtree(output, ignore_errors=True)
    start = time.monotonic()
    result = subprocess.run(
        [reprise, "explore", "--time", str(seconds), "--learn", ROOT / "Tests/Sessions",
         "--failures", "1", "--json", "-o", output], text=True, capture_output=True)
    elapsed = time.monotonic() - start
    try:
        explored = json.loads(result.stdout)
    except json.JSONDecodeError:
        raise Failed(f"exit code {result.returncode}: {result.stderr}")
    if not explored["failures"]:
        raise Failed(f"not found in {explored['sessions']} sessions, {elapsed:.0f} s")
    failure = explored["failures"][0]
    # Actions of the user are indented by two spaces, and answers by four.
    actions = [line for line in failure["story"] if re.match(r"  \S", line)]
    print("\n".join("    " + line for line in failure["story"]))
    print(f"    {len(actions)} actions (smallest known {fault.smallest}), seed {failure['seed']}, "
          f"{explored['sessions']} sessions, {elapsed:.0f} s with minimizing", flush=True)
    if not failure["failure"].startswith(fault.failure):
        raise Failed(f"expected '{fault.failure}', not '{failure['failure']}'")
    check_size(failure["failure"], len(actions), fault.smallest)
    replayed = subprocess.run([reprise, "replay", "--effects", failure["log"]], text=True,
                              capture_output=True)
    if replayed.returncode != (5 if fault.is_crash else 0):
        raise Failed(f"the log does not replay as found:\n{replayed.stdout}{replayed.stderr}")


def check_app(fault):
    """Runs the test that explores an app with many seeds, and checks its failure."""
    environment = {"TEST_TARGETS": "CompatibilityAppsTests", "EXPLORED_SEEDS": str(SEEDS)}
    build(["--build-tests"], environment)
    start = time.monotonic()
    result = swift(
        ["test", "--skip-build", "-Xswiftc", "-gnone", "--filter",
         f"ExploredAppsTests/{fault.test}"], environment)
    elapsed = time.monotonic() - start
    match = re.search(r"(invariant violated|issue reported): .*?\n(.*?)  seed \d+, log: \S+",
                      result.stdout, re.S)
    if not match:
        raise Failed(f"not found in {SEEDS} sessions, {elapsed:.0f} s:\n{result.stdout[-2000:]}")
    story = match.group(0)
    actions = re.findall(r"^\W{0,2}  \S.*", match.group(2), re.M)
    print("\n".join("    " + line for line in story.splitlines()))
    print(f"    {len(actions)} actions (smallest known {fault.smallest}), {elapsed:.0f} s",
          flush=True)
    if not story.startswith(fault.failure):
        raise Failed(f"expected '{fault.failure}'")
    check_size(fault.failure, len(actions), fault.smallest)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="+", metavar="FAULT", help="plant only these faults")
    parser.add_argument("--seconds", type=int, default=60,
                        help="time for each fault of the sample app (default: 60)")
    options = parser.parse_args()
    COPY.mkdir(parents=True, exist_ok=True)
    link(".")
    missed = []
    for fault in SAMPLE + APPS:
        if options.only and fault.name not in options.only:
            continue
        print(f"{fault.name}: {fault.description}", flush=True)
        try:
            copy(fault.changes)
            if fault in SAMPLE:
                check_sample(fault, options.seconds)
            else:
                check_app(fault)
        except Failed as problem:
            missed.append(fault.name)
            print(f"  FAILED: {problem}", flush=True)
    print(f"missed: {', '.join(missed)}" if missed else "all faults were found")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
