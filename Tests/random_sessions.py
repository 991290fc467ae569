#!/usr/bin/env python3
"""Records random sessions under load, and replays their effects in processes with other settings.

The sample app is recorded by the program, and the apps of Tests/Compatibility by their tests. Any
divergence is a failure, since nothing changes between recording and replay.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

WAITS = [0, 1, 3, 10, 30, 120, 400, 1100]
# The settings of the replaying processes. Without the last variable, hash seeds are random.
SETTINGS = [
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "SWIFT_DETERMINISTIC_HASHING": "1"},
    {"LC_ALL": "ar_EG.UTF-8", "TZ": "America/St_Johns"},
    {"LC_ALL": "C", "TZ": "UTC"},
]


def script(rng):
    """Returns lines that mostly start effects of the sample app, or cancel them."""
    kinds = [
        (5, lambda: [f"counter.countTyped({rng.choice([1, 7, 900, 200000])})",
                     "counter.nthPrimeButtonTapped"]),
        (3, lambda: ["counter.nthPrimeCancelButtonTapped"]),
        (4, lambda: [f'sendMessage.textChanged("Message {rng.randrange(9)}")',
                     "sendMessage.sendTapped"]),
        (4, lambda: ["stepTracker.buttonTapped"]),
        (1, lambda: [f"stepTracker.goalChanged({rng.randrange(1, 30)})"]),
        (3, lambda: ["eventSelection.loadTapped"]),
        (3, lambda: ["favoritePrimes.loadedFavoritePrimes([2, 3, 5])",
                     "favoritePrimes.primeTapped(0)"]),
        (4, lambda: [rng.choice(["favoritePrimes.saveButtonTapped",
                                 "favoritePrimes.loadButtonTapped"])]),
        (4, lambda: ["shoppingList.addProduct",
                     f'shoppingList.products[0].updateName("{rng.choice(["Milk", "Tea"])}")']),
        (5, lambda: [rng.choice(["shoppingList.saveProducts", "shoppingList.loadProducts",
                                 "shoppingList.editTapped", "shoppingList.saveAtEnd"])]),
        (2, lambda: [rng.choice(["alerts.listen", "alerts.stopListening"])]),
        (2, lambda: ['alerts.post(Alert(text: "Milk is out", severity: .warning))']),
        (1, lambda: ["history.undo"]),
        (9, lambda: [f"wait {rng.choice(WAITS)}ms"]),
    ]
    weights, makers = zip(*kinds)
    lines = [line for maker in rng.choices(makers, weights, k=40) for line in maker()]
    return lines + [f"wait {rng.choice(WAITS)}ms"]


class Load:
    """Processes that keep the processors busy."""

    def __init__(self, count):
        self.count, self.processes = count, []

    def __enter__(self):
        busy = [sys.executable, "-c", "while True: pass"]
        self.processes = [subprocess.Popen(busy) for _ in range(self.count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


class Totals:
    """The results of all replays."""

    def __init__(self):
        self.sessions = self.replays = self.verified = 0
        self.unverified = collections.Counter()
        self.faults = []

    def add_unverified(self, reason, count=1):
        self.unverified[re.sub(r"effect \d+ of step \d+", "an effect", reason)] += count


def record_sample(arguments, folder, seeds):
    """Records sessions of the sample app. Returns the faults."""

    def record(seed):
        lines = script(random.Random(seed))
        (folder / f"{seed}.txt").write_text("\n".join(lines) + "\n")
        result = subprocess.run(
            [arguments.program, "record", folder / f"{seed}.reprise", "--quiet", "--level",
             "effects", "--data-dir", folder / f"{seed}.data", "--script", folder / f"{seed}.txt"],
            capture_output=True, text=True)
        # A load may replace the products before the script renames the first one.
        ends_early = "there is no row 0 of 'shoppingList.products'" in result.stderr
        is_fault = result.returncode != 0 and not ends_early
        return f"record {seed}: {result.stderr}" if is_fault else None

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return [fault for fault in pool.map(record, seeds) if fault]


def replay_sample(arguments, folder, settings, prefix, totals):
    result = subprocess.run(
        [*prefix, arguments.program, "replay", "--effects", "--json", folder],
        capture_output=True, text=True, env={**os.environ, **settings})
    logs = json.loads(result.stdout)["logs"] if result.stdout else []
    if not logs:
        totals.faults.append(f"replay: exit {result.returncode}: {result.stderr}")
    for log in logs:
        effects = log.get("effects") or {}
        totals.replays += 1
        totals.verified += effects.get("verified", 0)
        for text in effects.get("unverified") or []:
            totals.add_unverified(text.split(": ", 1)[1])
        if log["verdict"] != "match" or effects.get("obstacle"):
            totals.faults.append(f"{settings}: {json.dumps(log)[:1500]}")


def run_apps(folder, seeds, variables, prefix, totals):
    """Records or replays sessions of the apps of Tests/Compatibility in their tests."""
    variables = {
        "RANDOM_SESSIONS": str(len(seeds)), "RANDOM_SESSIONS_SEED": str(seeds[0]),
        "RANDOM_SESSIONS_FOLDER": str(folder), **variables}
    command = [*prefix, os.environ.get("SWIFT", "swift"), "test", "--skip-build", "--filter",
               "RandomAppSessionTests"]
    result = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **variables})
    found = re.findall(r"^random sessions: (.*)$", result.stdout, re.MULTILINE)
    for line in map(json.loads, found):
        totals.replays += line["replays"]
        totals.verified += line["verified"]
        for reason, count in line["unverified"].items():
            totals.add_unverified(reason, count)
    is_replay = "RANDOM_SESSIONS_REPLAY" in variables
    if result.returncode != 0 or is_replay and not found:
        lines = [line for line in result.stdout.splitlines() if line.startswith(("✘", "↳"))]
        totals.faults.append("\n".join([f"{variables}:", *lines, result.stderr[-2000:]]))


def run_round(arguments, folder, seeds, totals):
    for name in ("sample", "apps"):
        (folder / name).mkdir(parents=True)
    with Load(arguments.load):
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            faults = pool.submit(record_sample, arguments, folder / "sample", seeds)
            run_apps(folder / "apps", seeds, {"RANDOM_SESSIONS_RECORD": "1"}, [], totals)
            totals.faults += faults.result()
    totals.sessions += len(list(folder.glob("*/*.reprise")) + list(folder.glob("*/*/*.reprise")))
    for number, settings in enumerate(SETTINGS):
        prefix = ["taskset", "-c", "0"] if number != 1 else []
        replay_sample(arguments, folder / "sample", settings, prefix, totals)
        variables = {**settings, "RANDOM_SESSIONS_REPLAY": "1"}
        run_apps(folder / "apps", seeds, variables, prefix, totals)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/debug/reprise")
    parser.add_argument("--seed", type=int, default=1, help="the first seed of a session")
    parser.add_argument("--sessions", type=int, default=1_000, help="the number of all sessions")
    parser.add_argument("--seconds", type=int, default=1_800, help="the time for new rounds")
    parser.add_argument("--load", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--round", type=int, default=20, help="the sessions of an app in a round")
    parser.add_argument("--keep", help="a folder for the logs, which stay there")
    arguments = parser.parse_args()
    totals, start, seed = Totals(), time.monotonic(), arguments.seed
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary)
        while totals.sessions < arguments.sessions and not totals.faults:
            if time.monotonic() - start > arguments.seconds:
                break
            seeds = range(seed, seed + arguments.round)
            run_round(arguments, folder / str(seed), seeds, totals)
            seed += arguments.round
            print(f"{totals.sessions} sessions after {time.monotonic() - start:.0f} s", flush=True)
    for fault in totals.faults:
        print(fault, file=sys.stderr)
    for reason, count in totals.unverified.most_common():
        print(f"{count} effects not verified: {reason}")
    print(
        f"{totals.sessions} sessions, {totals.replays} replays, {totals.verified} effects verified, "
        f"{sum(totals.unverified.values())} not; {len(totals.faults)} faults")
    return 1 if totals.faults else 0


if __name__ == "__main__":
    sys.exit(main())
