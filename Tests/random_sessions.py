#!/usr/bin/env python3
"""Records random sessions under load, and replays their effects in processes with other settings.

The sample app is recorded by the program, and the apps of Tests/Compatibility by their tests. With
--drawn, effects are drawn instead, and recorded by Tests/Tools/DrawnEffects. Any divergence is a
failure, since nothing changes between recording and replay. An effect that only some replays of a
log verify is a failure, too.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

WAITS = [0, 1, 3, 10, 30, 120, 400, 1100]
# The number of drawn effects in a session, and the milliseconds after one.
EFFECTS = 8
DRAWN_WAITS = [0, 0, 1, 2, 4, 8, 16, 40]
# The folder of the logs of drawn effects that are not replayed as recorded.
KEPT = pathlib.Path(".build/drawn-effects")
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
        # The logs with faults, by the cause.
        self.causes = collections.defaultdict(set)
        # The first result of each log. The other replays must have an equal result.
        self.results = {}

    def add_unverified(self, reason, count=1):
        reason = re.sub(r"effect \d+ of step \d+", "an effect", reason)
        reason = re.sub(r"it sent .* instead of .*, which", "it sent another action, which", reason)
        self.unverified[reason] += count

    def compare(self, program, log, settings):
        """Adds a fault if the log does not match, or if its first replay verified other effects."""
        effects = log.get("effects") or {}
        unverified = dict(text.split(": ", 1) for text in effects.get("unverified") or [])
        path, result = log["path"], (log["verdict"], unverified)
        first = self.results.setdefault(path, result)
        if log["verdict"] != "match" or effects.get("message"):
            divergence = log.get("divergence") or {}
            texts = [divergence.get(key) for key in ("message", "expected", "actual")]
            text = "; ".join(text for text in texts if text) or json.dumps(log)[:1500]
            self.causes[f"{log['verdict']}: {divergence.get('message', '')}"].add(path)
            self.faults.append(
                f"{settings}: {path}: {log['verdict']} at step {divergence.get('step')}: {text}"
                + kept(program, path, {divergence.get("step")}))
        elif first[0] == "match" and first[1].keys() != unverified.keys():
            names = first[1].keys() ^ unverified.keys()
            texts = [
                f"\n  {name}: {first[1].get(name, 'verified')}, "
                f"then {unverified.get(name, 'verified')}"
                for name in sorted(names)]
            steps = {int(name.split()[-1]) for name in names}
            self.causes["not every replay verifies the same effects"].add(path)
            self.faults.append(
                f"{settings}: {path}: not every replay verifies the same effects"
                + "".join(texts) + kept(program, path, steps))


def kept(program, path, steps):
    """Copies a log of drawn effects, and returns a text with its copy and the effects of steps."""
    path = pathlib.Path(path)
    if path.parent.name != "drawn":
        return ""
    KEPT.mkdir(parents=True, exist_ok=True)
    for suffix in (".reprise", ".txt"):
        shutil.copy(path.with_suffix(suffix), KEPT)
    shown = subprocess.run([program, "show", path], capture_output=True, text=True).stdout
    lines = [line.strip() for line in shown.splitlines()]
    effects = [line for line in lines if line and line.split()[0] in map(str, steps)]
    return "\n".join([f"\n  kept as {KEPT / path.name}", *(f"    {line}" for line in effects)])


def drawn_script(rng, first):
    """Returns lines that run effects, beginning with that of a seed, and cancel some of them."""
    lines = []
    for seed in range(first, first + EFFECTS):
        lines += [f"draw({seed})", f"wait {rng.choice(DRAWN_WAITS)}ms"]
        lines += rng.choice([[], ["tick"], [f"stop({rng.randrange(3)})"]])
    return lines + rng.choice([["wait effects", "wait 20ms"], ["wait 40ms"], ["tick"] * 20, []])


def record_sessions(program, folder, seeds, make_script):
    """Records sessions of an app with scripts. Returns the faults."""

    def record(seed):
        (folder / f"{seed}.txt").write_text("\n".join(make_script(seed)) + "\n")
        result = subprocess.run(
            [program, "record", folder / f"{seed}.reprise", "--quiet", "--level",
             "effects", "--data-dir", folder / f"{seed}.data", "--script", folder / f"{seed}.txt"],
            capture_output=True, text=True)
        # A load may replace the products before the script renames the first one.
        ends_early = "there is no row 0 of 'shoppingList.products'" in result.stderr
        is_fault = result.returncode != 0 and not ends_early
        return f"record {seed}: {result.stderr}" if is_fault else None

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return [fault for fault in pool.map(record, seeds) if fault]


def replay_sessions(program, folder, settings, prefix, totals):
    result = subprocess.run(
        [*prefix, program, "replay", "--effects", "--json", folder],
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
        totals.compare(program, log, settings)


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
            faults = pool.submit(
                record_sessions, arguments.program, folder / "sample", seeds,
                lambda seed: script(random.Random(seed)))
            run_apps(folder / "apps", seeds, {"RANDOM_SESSIONS_RECORD": "1"}, [], totals)
            totals.faults += faults.result()
    totals.sessions += len(list(folder.glob("*/*.reprise")) + list(folder.glob("*/*/*.reprise")))
    for number, settings in enumerate(SETTINGS):
        prefix = ["taskset", "-c", "0"] if number != 1 else []
        replay_sessions(arguments.program, folder / "sample", settings, prefix, totals)
        variables = {**settings, "RANDOM_SESSIONS_REPLAY": "1"}
        run_apps(folder / "apps", seeds, variables, prefix, totals)


def run_drawn_round(arguments, folder, seeds, totals):
    """Records and replays sessions of drawn effects. One of the replays runs under load."""
    folder = folder / "drawn"
    folder.mkdir(parents=True)
    program = arguments.drawn_program
    with Load(arguments.load):
        totals.faults += record_sessions(
            program, folder, seeds,
            lambda seed: drawn_script(random.Random(seed), seed * EFFECTS))
    totals.sessions += len(list(folder.glob("*.reprise")))
    for number, settings in enumerate(SETTINGS):
        prefix = ["taskset", "-c", "0"] if number != 1 else []
        with Load(arguments.load if number > 0 else 0):
            replay_sessions(program, folder, settings, prefix, totals)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/debug/reprise")
    parser.add_argument("--seed", type=int, default=1, help="the first seed of a session")
    parser.add_argument("--sessions", type=int, default=1_000, help="the number of all sessions")
    parser.add_argument("--seconds", type=int, default=1_800, help="the time for new rounds")
    parser.add_argument("--load", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--round", type=int, default=20, help="the sessions of an app in a round")
    parser.add_argument("--drawn", type=int, help="the number of drawn effects to run instead")
    parser.add_argument("--drawn-program", default=".build/debug/DrawnEffects")
    parser.add_argument("--keep", help="the folder for the logs, which are kept")
    arguments = parser.parse_args()
    run = run_round
    if arguments.drawn:
        run = run_drawn_round
        arguments.sessions = -(-arguments.drawn // EFFECTS)
        arguments.seconds = 24 * 60 * 60
    totals, start, seed = Totals(), time.monotonic(), arguments.seed
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary)
        # All drawn effects are run, because the faults of several show a cause better than one.
        while totals.sessions < arguments.sessions and (arguments.drawn or not totals.faults):
            if time.monotonic() - start > arguments.seconds:
                break
            seeds = range(seed, seed + min(arguments.round, arguments.sessions))
            run(arguments, folder / str(seed), seeds, totals)
            seed += arguments.round
            print(f"{totals.sessions} sessions after {time.monotonic() - start:.0f} s", flush=True)
    for fault in totals.faults:
        print(fault, file=sys.stderr)
    for cause, paths in sorted(totals.causes.items()):
        print(f"{len(paths)} logs: {cause}")
    for reason, count in totals.unverified.most_common():
        print(f"{count} effects not verified: {reason}")
    print(
        f"{totals.sessions} sessions, {totals.replays} replays, "
        f"{totals.verified} effects verified, {sum(totals.unverified.values())} not; "
        f"{len(totals.faults)} faults")
    return 1 if totals.faults else 0


if __name__ == "__main__":
    sys.exit(main())
