#!/usr/bin/env python3
"""Minimizes long sessions of an app with planted faults, and compares the results with the smallest known
sessions.

    Tests/minimize.py --program .build/release/FaultyApp [--steps 10000] [--only lamps]
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

# For each fault: the actions that reveal it, in order, the length of the smallest known session, and its
# verdict.
FAULTS = {
    "lamps": (["light(\"b\")", "light(\"a\")", "light(\"c\")", "tick"], 4, "state diverged"),
    "sum": (["addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "sum"], 4, "crashed"),
    "order": (["setAutomatic(true)", "save"], 2, "effect diverged"),
    "length": (["addRow(\"x\")", "rename(1, \"a name of more than twenty\")"], 2, "state diverged"),
    "moved": (["addRow(\"x\")", "move(1)", "rename(1, \"other\")"], 3, "state diverged"),
    "odd": (["flip", "tick"], 2, "state diverged"),
    "answer": (["load(7)"], 1, "state diverged"),
    "roll": (["tick", "tick", "tick", "roll"], 4, "dependency diverged"),
    "removed": (
        ["addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "remove(2)"], 4, "state diverged"),
    "total": (["add(1043)"], 1, "state diverged"),
    "place": (["addRow(\"x\")", "addRow(\"y\")", "rename(1, \"\")", "move(1)"], 3, "state diverged"),
    "even": (["roll"] * 8, 1, "crashed"),
    "account": (["load(7)"], 1, "call diverged"),
}

# The other actions of a session, which must not reveal the fault.
FILLERS = {
    "lamps": ["tick", "light(\"a\")", "light(\"b\")", "add({n})", "note(\"{n}\")", "flip", "load({n})"],
    "sum": ["tick", "addRow(\"r{n}\")", "flip", "note(\"{n}\")", "roll", "load({n})"],
    "order": ["tick", "save", "flip", "note(\"{n}\")", "add({n})", "load({n})"],
    "length": ["tick", "flip", "note(\"{n}\")", "save", "add({n})"],
    "moved": ["tick", "flip", "note(\"{n}\")", "save", "add({n})"],
    "odd": ["note(\"{n}\")", "save", "add({n})", "light(\"d\")", "roll"],
    "answer": ["tick", "flip", "note(\"{n}\")", "load(3)", "add({n})", "save"],
    "roll": ["flip", "note(\"{n}\")", "add({n})", "save", "load({n})"],
    "removed": ["tick", "flip", "note(\"{n}\")", "save", "add({n})"],
    "total": ["tick", "flip", "note(\"{n}\")", "save", "light(\"{n}\")"],
    "place": ["tick", "flip", "note(\"{n}\")", "save", "add({n})"],
    "even": ["tick", "flip", "note(\"{n}\")", "save", "add({n})"],
    "account": ["tick", "flip", "note(\"{n}\")", "save", "add({n})", "addRow(\"r{n}\")"],
}
# Faults for which a session first adds other rows.
WITH_ROWS = {"length", "moved", "removed", "place"}


def script(fault, steps):
    """Returns the lines of a session: the actions that reveal the fault, spread among many others."""
    chooser = random.Random(f"{fault} {steps}")
    actions, _, _ = FAULTS[fault]
    fillers = FILLERS[fault]
    count = steps - len(actions)
    lines = [
        chooser.choice(fillers).replace("{n}", str(chooser.randint(1, 9))) for _ in range(count)]
    if fault in WITH_ROWS:
        for place in sorted(chooser.sample(range(count // 2), 1), reverse=True):
            lines.insert(place, "addRow(\"first\")")
        lines = lines[:count]
    places = sorted(chooser.sample(range(count // 2, count), len(actions)))
    places[-1] = count
    result = []
    for index in range(count + 1):
        result += [action for action, place in zip(actions, places) if place == index]
        result += lines[index:index + 1]
    return result


class Minimizing:
    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = folder

    def run(self, arguments, bug=None, script=None):
        environment = dict(os.environ, FAULTY_APP="ledger")
        environment.pop("FAULTY_BUG", None)
        if bug:
            environment["FAULTY_BUG"] = bug
        return subprocess.run(
            [self.program, *arguments], cwd=self.folder, env=environment, input=script, text=True,
            capture_output=True)

    def check(self, fault, steps):
        """Records, minimizes and replays a session, and returns what is wrong."""
        _, known, verdict = FAULTS[fault]
        lines = script(fault, steps)
        log, small = f"{fault}.reprise", f"{fault}.small.reprise"
        recorded = self.run(
            ["record", log, "--seed", "1", "--quiet", "--force", "--level", "effects"], script="\n".join(lines) + "\n")
        if recorded.returncode != 0:
            return f"not recorded: {recorded.stderr}"
        start = time.monotonic()
        outcome = self.run(["minimize", log, "-o", small, "--force", "--json"], bug=fault)
        seconds = time.monotonic() - start
        if outcome.returncode != 0:
            return f"exit code {outcome.returncode}: {outcome.stderr}"
        result = json.loads(outcome.stdout)
        replayed = json.loads(self.run(["replay", small, "--json", "--effects"], bug=fault).stdout)
        fixed = self.run(["replay", small, "--effects"]).returncode
        print(
            f"{fault}: {result['recordedSteps']} steps → {result['steps']}, "
            f"{result['recordedActions']} actions → {result['actions']} (smallest known {known}), "
            f"{result['tried']} sessions in {seconds:.2f} s", flush=True)
        shown = self.run(["show", small, "--script"], bug=fault).stdout.split("\n")
        print("    " + "; ".join(line for line in shown if line and not line.startswith("#")))
        if replayed["verdict"] != verdict:
            return f"the smaller log replays to '{replayed['verdict']}', not '{verdict}'"
        if fixed != 0:
            return f"the smaller log does not match where the fault is repaired: {fixed}"
        if result["actions"] > known + 1:
            return f"{result['actions']} actions are left, and {known} are enough"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--only", choices=sorted(FAULTS))
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        minimizing = Minimizing(options.program, folder)
        for fault in [options.only] if options.only else FAULTS:
            problem = minimizing.check(fault, options.steps)
            if problem:
                failed = True
                print(f"{fault}: {problem}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
