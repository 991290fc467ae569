#!/usr/bin/env python3
"""Minimizes long sessions with planted faults, and compares them with the smallest known ones.

    Tests/minimize.py --program .build/release/FaultyApp [--steps 10000] [--random 5] [--only lamps]

Then minimizes random sessions. The smaller log must match in an app without the fault. Without one
of its actions, a session with the others must not fail in the same way.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

# For each fault: the actions that reveal it, in order, the length of the smallest known session,
# and its verdict.
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
    "place": (["addRow(\"x\")", "addRow(\"y\")", "rename(1, \"\")", "move(1)"], 3,
              "state diverged"),
    "even": (["roll"] * 8, 1, "crashed"),
    "account": (["load(7)"], 1, "call diverged"),
}

# The other actions of a session, which must not reveal the fault.
FILLERS = {
    "lamps": ["tick", "light(\"a\")", "light(\"b\")", "add({n})", "note(\"{n}\")", "flip",
              "load({n})"],
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
# The actions of random sessions, many of them about rows, and the faults that they can reveal.
DRAWN = [
    "tick", "flip", "save", "sum", "roll", "light(\"{l}\")", "add({n}00)", "setAutomatic(true)",
    "setAutomatic(false)", "rename({i}, \"{w}\")", "rename({i}, \"{w}\")", "move({i})", "move({i})",
    "remove({i})", "addRow(\"r{n}\")", "addRow(\"r{n}\")", "addRow(\"r{n}\")", "addRow(\"r{n}\")"]
DRAWN_FAULTS = ["lamps", "sum", "order", "length", "moved", "odd", "roll", "removed", "total",
                "spread"]
DRAWN_LENGTH = 72
# Faults for which a session first adds other rows.
WITH_ROWS = {"length", "moved", "removed", "place"}


def script(fault, steps):
    """Returns the lines of a session: the actions that reveal the fault, among many others."""
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
            ["record", log, "--seed", "1", "--quiet", "--force", "--level", "effects"],
            script="\n".join(lines) + "\n")
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

    def record(self, log, lines):
        recorded = self.run(["record", log, "--seed", "1", "--quiet", "--force"],
                            script="\n".join(lines) + "\n")
        return recorded.returncode == 0

    def failure(self, log, bug):
        """Returns the cause of a log's failure; None if it matches."""
        groups = json.loads(self.run(["replay", log, "--json"], bug=bug).stdout)["groups"]
        if not groups:
            return None
        # The log of a crash has the crash as its last step.
        verdict = groups[0]["verdict"].replace("crashes as recorded", "crashed")
        return verdict, groups[0].get("action"), groups[0].get("subject")

    def check_drawn(self, fault, seed):
        """Minimizes a random session, and returns what is wrong."""
        log, small, other = "drawn.reprise", "drawn.small.reprise", "drawn.other.reprise"
        if not self.record(log, drawn_script(fault, seed)):
            return "not recorded"
        wanted = self.failure(log, fault)
        if wanted is None:
            return None
        outcome = self.run(["minimize", log, "-o", small, "--force"], bug=fault)
        if outcome.returncode != 0:
            return f"exit code {outcome.returncode}: {outcome.stderr}"
        if self.failure(small, fault) != wanted:
            return f"the smaller log fails otherwise: {self.failure(small, fault)}, not {wanted}"
        if self.run(["replay", small]).returncode != 0:
            return "the smaller log does not match where the fault is repaired"
        shown = self.run(["show", small, "--script"]).stdout.split("\n")
        lines = [line for line in shown if line and not line.startswith("#")
                 and line != "effects off"]
        for index, line in enumerate(lines):
            is_recorded = self.record(other, lines[:index] + lines[index + 1:])
            if is_recorded and self.failure(other, fault) == wanted:
                return f"nothing needs '{line}' among: {'; '.join(lines)}"
        return None


def drawn_script(fault, seed):
    chooser = random.Random(f"{fault} {seed}")
    values = {"l": "abc", "n": "123456789", "i": range(1, 14),
              "w": ["n" * length for length in range(30)]}
    lines = []
    for _ in range(DRAWN_LENGTH):
        line = chooser.choice(DRAWN)
        for name, choices in values.items():
            line = line.replace("{" + name + "}", str(chooser.choice(choices)))
        lines.append(line)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--random", type=int, default=5,
                        help="random sessions for each fault (default: 5)")
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
        for fault in DRAWN_FAULTS:
            for seed in range(options.random):
                problem = minimizing.check_drawn(fault, seed)
                if problem:
                    failed = True
                    print(f"{fault}, random session {seed}: {problem}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
