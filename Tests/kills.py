#!/usr/bin/env python3
"""Kills recorders with effects in progress, and commands that write files, at random instants.

A killed recording must be recovered with every step that it printed, and the recovered log must
replay. Every level and durability takes its turn. A killed `recover`, `pack`, `replay --update`,
`replay --cache`, `replay --results` or `merge` must leave its inputs as they were, or whole logs in
their place, and the same command must then succeed.
"""

import argparse
import hashlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LEVELS = ("actions", "steps", "effects")
DURABILITIES = ("flush", "step")
# Forms of effects that still run when later lines are read.
FORMS = ("sequence", "loop")
# The steps of a printed line begin with their number.
STEP = re.compile(r"^ *(\d+) ", re.MULTILINE)


class Loss(Exception):
    """A step, a log or an input that a kill has cost."""


class Program:
    def __init__(self, path, folder, **variables):
        self.path = path
        self.folder = folder
        self.environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), **variables}

    def start(self, *arguments, **options):
        return subprocess.Popen(
            [self.path, *map(str, arguments)], cwd=self.folder, env=self.environment, **options)

    def run(self, *arguments, lines=()):
        return subprocess.run(
            [self.path, *map(str, arguments)], cwd=self.folder, env=self.environment, text=True,
            input="".join(f"{line}\n" for line in lines), capture_output=True)

    def kill(self, delay, *arguments):
        """Kills a command after a delay, unless it has ended."""
        process = self.start(*arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=delay)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()


def step_count(program, log):
    """Returns the number of steps of a log, after checking all of it."""
    result = program.run("info", log)
    found = re.search(r"^ *steps +([\d,]+)", result.stdout, re.MULTILINE)
    if result.returncode != 0 or not found:
        raise Loss(f"{log} is not whole: {result.stdout}{result.stderr}")
    return int(found[1].replace(",", ""))


def check_replay(program, log):
    # 5: the app ended within the last step.
    result = program.run("replay", log)
    if result.returncode not in (0, 5):
        raise Loss(f"{log} does not replay: {result.stdout}{result.stderr}")


def kill_recording(program, random, number):
    """Kills a recording with effects in progress, and looks for the steps that it printed."""
    level, durability = LEVELS[number % 3], DURABILITIES[number // 3 % 2]
    name = "s.reprise"
    process = program.start(
        "record", name, "--level", level, "--durability", durability, "--no-verify",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = []
    for _ in range(20):
        lines += [f'run("{random.choice(FORMS)}")', f"wait {random.randrange(1, 15)}ms", "tick"]
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()
    time.sleep(random.uniform(0, 0.8))
    process.send_signal(signal.SIGKILL)
    # Steps that were printed but not read are in the pipe.
    output, _ = process.communicate()
    printed = max([int(step) for step in STEP.findall(output.rpartition("\n")[0])], default=0)
    partial = program.folder / f"{name}.partial"
    if not partial.exists():
        if printed > 0:
            raise Loss(f"{printed} steps were printed, and there is no file")
        return
    # A recovery may be killed as well.
    program.kill(random.uniform(0, 0.1), "recover", partial.name, "-o", name)
    recovered = program.run("recover", partial.name, "-o", name, "--force")
    if recovered.returncode != 0:
        if printed > 0:
            raise Loss(f"{printed} steps were printed: {recovered.stderr}")
        return
    steps = step_count(program, name)
    if steps < printed:
        raise Loss(f"{printed} steps were printed, and {steps} recovered")
    check_replay(program, name)


def digests(folder):
    return {
        path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*")) if path.is_file()}


def kill_command(program, random, number, logs, results):
    """Kills a command that writes a file, checks what it leaves, and runs it again."""
    corpus = program.folder / "corpus"
    shutil.copytree(logs, corpus)
    for path in results:
        shutil.copy(path, program.folder)
    names = [path.name for path in results]
    kind = ("recover", "pack", "update", "cache", "results", "merge")[number % 6]
    arguments = {
        "recover": ("recover", "corpus/0.reprise", "-o", "whole.reprise"),
        "pack": ("pack", "corpus", "-o", "corpus.tar"),
        "update": ("replay", "corpus", "--update", "--yes", "--jobs", "1"),
        "cache": ("replay", "corpus", "--cache", "cache"),
        "results": ("replay", "corpus", "--results", "results.jsonl"),
        "merge": ("merge", *names, "--junit", "report.xml"),
    }[kind]
    before = digests(corpus)
    # With this variable, the app behaves differently from the recorded one.
    program.environment["FAULTY_TWICE"] = "1" if kind == "update" else "0"
    program.kill(random.uniform(0, 0.5), *arguments)
    after = digests(corpus)
    if kind != "update" and after != before:
        raise Loss(f"{kind} changed its inputs")
    for path in before:
        steps = step_count(program, corpus / path)
        if steps != 200:
            raise Loss(f"{kind} left {steps} steps of {path}")
    if any((program.folder / path.name).read_bytes() != path.read_bytes() for path in results):
        raise Loss(f"{kind} changed the results of a shard")
    if kind == "recover" and (program.folder / "whole.reprise").exists():
        step_count(program, "whole.reprise")
    if kind == "pack" and (program.folder / "corpus.tar").exists():
        for path in before:
            step_count(program, f"corpus.tar/{path.name}")
    force = ("--force",) if kind in ("recover", "pack") else ()
    again = program.run(*arguments, *force)
    # An update reports the differences that it accepted.
    if again.returncode not in ((0, 1) if kind == "update" else (0,)):
        raise Loss(f"{kind} fails after a kill: {again.stdout}{again.stderr}")
    check_replay(program, "corpus")


def prepare(program, folder):
    """Records a corpus, and the results of two shards."""
    logs = folder / "logs"
    logs.mkdir()
    for number in range(6):
        recorded = program.run("record", logs / f"{number}.reprise", "--quiet", lines=["dig"] * 200)
        if recorded.returncode != 0:
            sys.exit(recorded.stderr)
    results = [folder / f"shard-{number}.jsonl" for number in (1, 2)]
    for number, path in enumerate(results, 1):
        if program.run("replay", logs, "--shard", f"{number}/2", "--results", path).returncode != 0:
            sys.exit("the corpus does not replay")
    return logs, results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    losses = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = options.programs.resolve()
        logs, results = prepare(Program(programs / "FaultyApp", folder), folder)
        for number in range(options.kills):
            chance = random.Random(options.seed * 1_000_003 + number)
            place = folder / f"kill-{number}"
            place.mkdir()
            try:
                if number % 2 == 0:
                    kill_recording(Program(programs / "EffectForms", place), chance, number // 2)
                else:
                    kill_command(Program(programs / "FaultyApp", place), chance, number // 2, logs,
                                 results)
            except Loss as loss:
                losses += 1
                print(f"kill {number}: {loss}")
            shutil.rmtree(place)
    print(f"{options.kills} kills, {losses} losses")
    sys.exit(1 if losses else 0)


if __name__ == "__main__":
    main()
