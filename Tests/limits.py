#!/usr/bin/env python3
"""Runs every command with small logs that claim huge contents, and limits memory and time."""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

MEBIBYTE = 1 << 20
VERBS = {
    "info": lambda log, out: ["info", log],
    "show": lambda log, out: ["show", log],
    "state": lambda log, out: ["show", log, "--at", "0"],
    "replay": lambda log, out: ["replay", "--jobs", "1", log],
    "recover": lambda log, out: ["recover", log, "--force", "-o", out],
}
# Signals, and the exit code of a program that detected an error in itself.
FAULTS = {70}


def measured(program, arguments, timeout):
    """Runs the program. Returns its exit code, peak memory in bytes, and seconds of CPU time."""
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(
            [program, *map(str, arguments)], stdin=null, stdout=null, stderr=null)
    timer = threading.Timer(timeout, child.kill)
    timer.start()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    # The maximum over the child processes. Linux reports it in KiB.
    return child.returncode, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/release/HostileApp")
    parser.add_argument("--memory", type=int, default=64, help="MiB beyond those for a tiny log")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--share", type=int, default=1, help="run every Nth pair of log and verb")
    parser.add_argument("--only", help="a part of the name of the logs")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.environ["XDG_DATA_HOME"] = temporary
        tiny = folder / "tiny.reprise"
        subprocess.run(
            [program, "record", tiny, "--quiet", "--script", "-"], input=b"pass\n", check=True)
        logs = folder / "logs"
        logs.mkdir()
        subprocess.run([program, "make", tiny, logs], check=True)
        usual = {
            verb: measured(program, command(tiny, folder / "out.reprise"), 60)
            for verb, command in VERBS.items()}

        def run(log, verb):
            out = folder / f"{log.name}.{verb}.reprise"
            outcome = measured(program, VERBS[verb](log, out), arguments.timeout)
            out.unlink(missing_ok=True)
            return log, verb, outcome

        names = sorted(
            log for log in logs.iterdir()
            if not log.name.endswith(".journal") and (arguments.only or "") in log.name)
        tasks = [(log, verb) for log in names for verb in VERBS][::arguments.share]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            outcomes = list(pool.map(lambda task: run(*task), tasks))
        faults = 0
        for log, verb, (code, peak, seconds) in outcomes:
            over = (peak - usual[verb][1]) / MEBIBYTE
            isBad = (
                over > arguments.memory or seconds > arguments.seconds or code < 0
                or code in FAULTS)
            faults += isBad
            if isBad or arguments.verbose:
                print(
                    f"{log.name} ({log.stat().st_size} bytes): {verb} took {over:.1f} MiB more "
                    f"and {seconds:.2f} s, exit {code}")
    print(f"{len(names)} logs, {len(tasks)} runs: {faults} beyond the limits")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
