#!/usr/bin/env python3
"""Replays damaged and intact logs at once, in shards, with kills, with a cache, and from a tar.

The results must always be those of a single run. Without junitparser, which `make corpus` installs,
JUnit reports are compared as text only.
"""

import argparse
import json
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

try:
    import junitparser
except ImportError:
    junitparser = None

SABOTAGES = {
    "twice": "state diverged", "ends": "crashed", "flipped": "damaged", "cut": "damaged",
    "foreign": "incompatible"}
# The maximum time in seconds to wait for a condition.
LIMIT = 60
ENGINES = {
    "SLURM_ARRAY_TASK_ID", "SGE_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX", "CI_NODE_INDEX",
    "CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "SYSTEM_JOBPOSITIONINPHASE"}


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def command(self, *arguments):
        return [self.path, *map(str, arguments)]

    def environment(self, **variables):
        own = {k: v for k, v in os.environ.items() if k not in ENGINES | {"GITHUB_ACTIONS"}}
        return {**own, **variables}

    def run(self, *arguments, lines=(), code=None, **variables):
        result = subprocess.run(
            self.command(*arguments), input="".join(f"{line}\n" for line in lines), text=True,
            capture_output=True, cwd=self.folder, env=self.environment(**variables))
        if code is not None and result.returncode != code:
            sys.exit(f"{arguments}: {result.returncode} instead of "
                     f"{code}\n{result.stdout}{result.stderr}")
        return result


def make_corpus(program, folder, count, sabotaged, steps, foreign):
    """Records sessions, copies and sabotages them to fill a corpus, and returns all verdicts."""
    kinds = []
    for number in range(10):
        lines = ["dig"] * (steps - 10 + 2 * number)
        program.run("record", f"dig-{number}.reprise", lines=lines, code=0)
        kinds.append(folder / f"dig-{number}.reprise")
    program.run("record", "twice.reprise", lines=["dig"] * steps, code=0, FAULTY_TWICE="1")
    program.run("record", "ends.reprise", lines=["dig"] * 3 + ["giveUp"], code=0, FAULTY_FIXED="1")
    whole = kinds[0].read_bytes()
    # Inside the compressed steps.
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x10
    (folder / "flipped.reprise").write_bytes(flipped)
    (folder / "cut.reprise").write_bytes(whole[:-len(whole) // 3])
    shutil.copy(foreign, folder / "foreign.reprise")
    verdicts = {}
    names = list(SABOTAGES)
    spoilt = set(random.sample(range(count), sabotaged))
    for number in range(count):
        place = folder / "logs" / f"{number % 7}" / f"{number % 3}"
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{number:06}.reprise"
        if number in spoilt:
            kind = names[len(verdicts) % len(names)]
            shutil.copy(folder / f"{kind}.reprise", path)
            verdicts[str(path.relative_to(folder))] = SABOTAGES[kind]
        else:
            os.link(kinds[number % len(kinds)], path)
            verdicts[str(path.relative_to(folder))] = "match"
    return verdicts


def without_times(xml):
    return re.sub(r' time="[0-9.]+"', "", xml)


def check_single(program, folder, verdicts):
    start = time.monotonic()
    plain = program.run("replay", "logs", "--junit", "single.xml", "--json", code=4)
    seconds = time.monotonic() - start
    found = {log["path"]: log["verdict"] for log in json.loads(plain.stdout)["logs"]}
    assert list(found) == sorted(found), "the logs are not in alphabetical order"
    assert found == verdicts, (
        {k: (v, found.get(k)) for k, v in verdicts.items() if v != found.get(k)})
    print(f"{len(verdicts)} logs: all verdicts right, {seconds:.2f} s")
    return plain.stdout, (folder / "single.xml").read_text()


def check_merge(program, folder, paths, single, verdict_code=4):
    merged = program.run("merge", *paths, "--json", "--junit", "merged.xml", code=verdict_code)
    assert merged.stdout == single[0], "the merged JSON is another"
    xml = (folder / "merged.xml").read_text()
    assert without_times(xml) == without_times(single[1]), "the merged JUnit is another"


def shard(program, index, count, name, logs="logs", **variables):
    return program.run(
        "replay", logs, "--shard", f"{index}/{count}", "--allow-empty", "--results", name, "--json",
        **variables)


def check_cuts(program, folder, single, cuts):
    for _ in range(cuts):
        count = random.randint(2, 12)
        paths = [f"cut-{index}.jsonl" for index in range(1, count + 1)]
        for index, path in enumerate(paths, 1):
            (folder / path).unlink(missing_ok=True)
            shard(program, index, count, path)
        random.shuffle(paths)
        check_merge(program, folder, paths, single)
        missing = random.choice(paths)
        partial = program.run("merge", *[path for path in paths if path != missing])
        assert partial.returncode == (6 if len(paths) > 1 else 2), partial.returncode
        assert f"of {count} are missing" in partial.stderr or f"of {count} is" in partial.stderr, (
            partial.stderr)
    print(f"{cuts} cuts into shards: merged as one run, and a missing shard fails")


def wait_until(what, condition):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + LIMIT
    while not (found := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"after {LIMIT} s: {what}")
        time.sleep(0.01)
    return found


def check_kills(program, folder, single, kills):
    """Kills tasks at random times, and restarts them until they finish."""
    count = 3
    killed = taken = 0
    for index in range(1, count + 1):
        path = folder / f"killed-{index}.jsonl"
        written = lambda: path.read_bytes().count(b"\n") if path.exists() else 0
        for attempt in range(kills + 1):
            process = subprocess.Popen(
                program.command("replay", "logs", "--shard", f"{index}/{count}", "--results",
                                path.name),
                cwd=folder, env=program.environment(), stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True, start_new_session=True)
            if attempt < kills:
                lines = written() + random.randint(2, 12)
                wait_until("no result is written",
                           lambda: written() >= lines or process.poll() is not None)
                # The workers are not killed, because they end with their parent.
                process.send_signal(signal.SIGKILL)
            errors = process.communicate()[1]
            taken += "of a previous run" in errors
            killed += process.returncode == -signal.SIGKILL
    assert killed and taken, f"{killed} tasks were killed, and {taken} resumed after others"
    check_merge(program, folder, [f"killed-{index}.jsonl" for index in range(1, count + 1)], single)
    print(f"{killed} tasks killed, {taken} starts resumed after others: merged as one run")


def check_junit(folder, verdicts):
    if not junitparser:
        print("junitparser is not there: JUnit was compared as text only")
        return
    document = junitparser.JUnitXml.fromfile(str(folder / "merged.xml"))
    failures = sum(verdict == "state diverged" for verdict in verdicts.values())
    errors = sum(verdict not in ("match", "state diverged") for verdict in verdicts.values())
    assert (document.tests, document.failures, document.errors) == (len(verdicts), failures, errors)
    cases = [case for suite in document for case in suite]
    results = [result for case in cases for result in case.result]
    assert len(cases) == len(verdicts)
    assert sum(isinstance(result, junitparser.Failure) for result in results) == failures
    assert sum(isinstance(result, junitparser.Error) for result in results) == errors
    print(f"junitparser {junitparser.version} reads {document.tests} cases, {failures} failures, "
          f"{errors} errors")


def timed(run):
    start = time.monotonic()
    result = run()
    return result, time.monotonic() - start


def without_own_times(text):
    return re.sub(r'"microseconds":\d+,?', "", text)


def check_cache(program, folder, single):
    replay = lambda: program.run("replay", "logs", "--cache", "cache", "--json", code=4)
    first, slow = timed(replay)
    second, quick = timed(replay)
    assert first.stdout == second.stdout == single[0], "the cache changes the results"
    hits = re.search(r"(\d[\d,]*) verdicts from the cache", second.stderr)
    assert hits and "from the cache" not in first.stderr, second.stderr
    files = list((folder / "cache").glob("*/*.verdicts"))
    assert files
    data = bytearray(files[0].read_bytes())
    data[len(data) // 2] ^= 1
    files[0].write_bytes(data)
    third = replay()
    assert third.stdout == single[0] and "is damaged" in third.stderr, third.stderr
    assert "from the cache" not in third.stderr, "results of a damaged cache were used"
    assert "from the cache" in replay().stderr, "the cache was not created again"
    # Another build: the same program with an additional byte at its end.
    other = folder / "rebuilt"
    shutil.copy(program.path, other)
    with open(other, "ab") as file:
        file.write(b"\0")
    rebuilt = Program(str(other), folder).run("replay", "logs", "--cache", "cache",
                                              "--json", code=4)
    assert rebuilt.stdout == single[0] and "from the cache" not in rebuilt.stderr, rebuilt.stderr
    print(f"cache: {slow:.2f} s, then {quick:.2f} s; "
          "a damaged one is not used, and no other build uses it")


def check_lists(program, folder, single):
    paths = [log["path"] for log in json.loads(single[0])["logs"]]
    for separator in "\n", "\0":
        result = subprocess.run(
            program.command("replay", "--files-from", "-", "--json"), cwd=folder,
            input=separator.join(paths).encode(), capture_output=True, env=program.environment())
        assert result.stdout.decode() == single[0], result.stderr
    stopped = program.run("replay", "logs", "--fail-fast", "--json")
    results = json.loads(stopped.stdout)
    assert results["leftOut"] > 0 and results["leftOut"] + len(results["logs"]) == len(paths)
    print("a list of files gives the same; --fail-fast leaves logs out and says how many")


def check_retry(program, folder):
    """Checks that a log does not fail when its worker is killed once, as when memory is short."""
    program.run("record", "kill.reprise", lines=["dig", "kill"], code=0, FAULTY_FIXED="1")
    once = program.run("replay", "kill.reprise", FAULTY_ONCE=str(folder / "mark"))
    assert (folder / "mark").exists() and once.returncode == 0, once.stdout
    always = program.run("replay", "kill.reprise")
    assert always.returncode == 5 and "crashed" in always.stdout, always.stdout
    print("a worker that is killed once is tried again, and one that always is has crashed")


def children(process):
    path = pathlib.Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in path.read_text().split()] if path.exists() else []


def statistics(process):
    """Returns the fields of a process that follow its name."""
    return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()


def is_alive(process):
    try:
        return statistics(process)[0] != "Z"
    except OSError:
        return False


def processor_time(process):
    """Returns the time that a process has used in its own code, in ticks of the clock."""
    return int(statistics(process)[11])


def check_orphans(program, folder):
    """Checks that a worker in an endless step ends with its parent."""
    program.run("record", "loop.reprise", lines=["dig", "loop"], code=0, FAULTY_FIXED="1")
    process = subprocess.Popen(
        program.command("replay", "loop.reprise"), cwd=folder, env=program.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until("no worker was started", lambda: children(process.pid))
    worker, = children(process.pid)
    # A worker that has used two tenths of a second of processor time is in the endless step.
    wait_until("the worker does nothing",
               lambda: processor_time(worker) > os.sysconf("SC_CLK_TCK") // 5)
    process.kill()
    process.wait()
    wait_until("a worker outlives a replay that was killed", lambda: not is_alive(worker))
    print("a worker in an endless step ends with the replay that started it")


def check_pack(program, folder, single):
    program.run("pack", "logs", "-o", "logs.tar", code=0)
    names = subprocess.run(["tar", "-tf", "logs.tar"], cwd=folder, text=True, capture_output=True,
                           check=True)
    paths = [log["path"] for log in json.loads(single[0])["logs"]]
    assert [f"logs/{name}" for name in names.stdout.splitlines()] == paths, "tar lists others"
    packed = program.run("replay", "logs.tar", "--json", code=4)
    assert packed.stdout.replace("logs.tar/", "logs/") == single[0], (
        "the packed logs have other results")
    shards = []
    for index in (1, 2, 3):
        result = shard(program, index, 3, f"tar-{index}.jsonl", logs="logs.tar")
        plain = shard(program, index, 3, f"plain-{index}.jsonl")
        assert result.stdout.replace("logs.tar/", "logs/") == plain.stdout, (
            "other shards than unpacked")
        shards.append(f"tar-{index}.jsonl")
    merged = program.run("merge", *shards, "--json", code=4)
    assert merged.stdout.replace("logs.tar/", "logs/") == single[0]
    print("a tar of the logs replays as the folder does, whole and in shards")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the executable FaultyApp")
    parser.add_argument("--foreign", required=True, help="a log of another app")
    parser.add_argument("--logs", type=int, default=400)
    parser.add_argument("--sabotaged", type=int, default=50)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--cuts", type=int, default=4)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = Program(os.path.abspath(options.program), folder)
        verdicts = make_corpus(
            program, folder, options.logs, options.sabotaged, options.steps,
            os.path.abspath(options.foreign))
        single = check_single(program, folder, verdicts)
        check_cuts(program, folder, single, options.cuts)
        check_junit(folder, verdicts)
        check_kills(program, folder, single, options.kills)
        check_cache(program, folder, single)
        check_lists(program, folder, single)
        check_retry(program, folder)
        check_orphans(program, folder)
        check_pack(program, folder, single)


if __name__ == "__main__":
    sys.exit(main())
