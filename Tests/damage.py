#!/usr/bin/env python3
"""Damages a byte in each of many recorded sessions, recovers them, and replays the recovered logs.

Each log must be recovered and must replay as recorded. The recovered steps are counted.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TABS = ["counter", "favoritePrimes", "shoppingList", "stepTracker", "sendMessage", "alerts"]
WORDS = ["Milk", "Bread", "Butter", "Jam", "Grüße", "Salted butter", "Tea", "Ei"]


class Script:
    """Generates the lines of a session, which name only rows that are certain to exist."""

    def __init__(self, rng):
        self.rng = rng
        self.products = 0
        self.kinds = [
            (30, self.counter), (12, self.primes), (10, self.favorites), (14, self.add),
            (14, self.row), (3, self.delete), (5, self.move), (5, self.undo), (4, self.tab),
            (3, self.alert),
        ]

    def lines(self, count):
        weights, kinds = zip(*self.kinds)
        lines = []
        while len(lines) < count:
            lines += self.rng.choices(kinds, weights)[0]()
        return lines[:count]

    def counter(self):
        return self.rng.choices(
            ["counter.incrTapped", "counter.decrTapped",
             f"counter.countTyped({self.rng.randrange(2000)})"], [6, 3, 1])

    def primes(self):
        return [self.rng.choice(
            ["primeModal.saveFavoritePrimeTapped", "primeModal.removeFavoritePrimeTapped"])]

    def favorites(self):
        numbers = [self.rng.randrange(500) for _ in range(self.rng.randrange(8))]
        return self.rng.choice(
            [["favoritePrimes.loadedFavoritePrimes([" + ", ".join(map(str, numbers)) + "])"],
             ["favoritePrimes.deleteFavoritePrimes([0])", "favoritePrimes.alert.dismiss"],
             ["counter.isPrimeButtonTapped", "counter.primeModalDismissed"]])

    def add(self):
        self.products += 1
        return ["shoppingList.addProduct"]

    def row(self):
        if self.products == 0:
            return self.add()
        place = self.rng.randrange(self.products)
        row = f"shoppingList.products[{place}]"
        name = self.rng.choice(WORDS)
        return self.rng.choice(
            [[f"{row}.toggleStatus"],
             [f'{row}.updateName("{name[:length]}")' for length in range(1, len(name) + 1)]])

    def delete(self):
        count = self.rng.randrange(1, 4)
        self.products = max(self.products - count, 0)
        places = ", ".join(map(str, range(count)))
        return [f"shoppingList.deleteProducts([{places}])"]

    def move(self):
        line = f"shoppingList.moveProducts([{self.rng.randrange(9)}], to: {self.rng.randrange(9)})"
        return [self.rng.choice([line, "shoppingList.sortProducts"])]

    def undo(self):
        # Undo may remove the rows that were added.
        self.products = 0
        count = self.rng.randrange(1, 6)
        return ["history.undo"] * count + ["history.redo"] * self.rng.randrange(count + 1)

    def tab(self):
        return [f"tabSelected.{self.rng.choice(TABS)}"]

    def alert(self):
        text = self.rng.choice(WORDS)
        return [self.rng.choice(
            [f'alerts.post(Alert(text: "{text}", severity: .info))', "alerts.clearAll"])]


@dataclasses.dataclass
class Outcome:
    """The outcome for a damaged log."""

    name: str
    steps: int
    kept: int = 0
    fault: str = ""

    @property
    def share(self):
        return self.kept / self.steps


def counted(pattern, text):
    found = re.search(pattern + r" ([0-9,]+) steps? in", text)
    return int(found[1].replace(",", "")) if found else 0


def damaged(number, arguments, folder):
    """Records a session, flips bits of one of its bytes, and recovers it."""
    rng = random.Random(f"{arguments.seed}-{number}")
    least, most = arguments.steps
    count = int(least * (most / least) ** rng.random())
    name = f"{number:04}"
    log, recovered = folder / f"{name}.reprise", folder / "recovered" / f"{name}.reprise"

    def run(verb, *rest, **options):
        return subprocess.run(
            [arguments.program, verb, *map(str, rest)], capture_output=True, text=True, **options)

    recorded = run(
        "record", log, "--quiet", "--script", "-", "--seed", number,
        "--data-dir", folder / "data" / name, input="\n".join(Script(rng).lines(count)) + "\n")
    outcome = Outcome(name, counted("recorded", recorded.stdout + recorded.stderr))
    if recorded.returncode != 0 or outcome.steps < count:
        outcome.fault = f"record: {recorded.stderr}"
        return outcome
    data = bytearray(log.read_bytes())
    place = rng.randrange(len(data))
    data[place] ^= rng.randrange(1, 256)
    log.write_bytes(data)
    result = run("recover", log, "-o", recovered)
    if result.returncode != 0:
        outcome.fault = f"recover, byte {place}: exit {result.returncode}: {result.stderr}"
    outcome.kept = counted("recovered", result.stdout)
    return outcome


def check_replays(outcomes, arguments, folder):
    """Replays all recovered logs, and records those that do not match."""
    result = subprocess.run(
        [arguments.program, "replay", "--json", folder / "recovered"], capture_output=True,
        text=True)
    verdicts = {
        pathlib.Path(log["path"]).stem: log for log in json.loads(result.stdout)["logs"]}
    for outcome in outcomes:
        log = verdicts.get(outcome.name, {"verdict": "no replay"})
        if outcome.fault:
            continue
        if log["verdict"] != "match":
            outcome.fault = f"replay: {json.dumps(log)[:500]}"
        elif log["verifiedSteps"] != outcome.kept:
            outcome.fault = f"replay: {log['verifiedSteps']} of {outcome.kept} steps verified"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/release/reprise")
    parser.add_argument("--logs", type=int, default=500)
    parser.add_argument("--steps", type=int, nargs=2, default=[1_000, 30_000])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--least", type=float, default=0.9, help="the average share to be kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="the folder for the logs, which are kept")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary)
        (folder / "recovered").mkdir(parents=True, exist_ok=True)
        (folder / "data").mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            outcomes = list(
                pool.map(lambda number: damaged(number, arguments, folder), range(arguments.logs)))
        check_replays(outcomes, arguments, folder)
    for outcome in outcomes:
        if outcome.fault:
            print(f"log {outcome.name}, {outcome.steps} steps: {outcome.fault}", file=sys.stderr)
    whole = [outcome for outcome in outcomes if not outcome.fault]
    shares = [outcome.share for outcome in whole] or [0]
    average = sum(shares) / len(shares)
    print(
        f"{len(whole)} of {len(outcomes)} logs recovered and replayed as recorded; "
        f"kept {average:.1%} of the steps on average, {min(shares):.1%} at least")
    return 0 if len(whole) == len(outcomes) and average >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
