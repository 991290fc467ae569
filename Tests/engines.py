#!/usr/bin/env python3
"""Runs the kits of Examples/CI: workflows, Slurm on one node, and GNU parallel over ssh.

With every engine, the merged results must be those of a single run. One task of the array is
requeued in the middle, and must resume after its results. The cluster and the ssh server listen on
the loopback address, keep all their files in a temporary folder, and are stopped at the end. They
need root and Debian packages, which are installed. Without root, only the workflows run.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "Tests" / folder) for folder in ("Documentation", "Engines")]

from corpus import Program, make_corpus, wait_until  # noqa: E402
from kits import HELD_STEP, SHARDS, Single, find  # noqa: E402
from parallel import check_parallel  # noqa: E402
from schedule import by_name  # noqa: E402
from slurm import Unsupported, check_slurm  # noqa: E402
from workflows import check_workflows  # noqa: E402

PACKAGES = {
    "sbatch": "slurm-wlm", "munged": "munge", "parallel": "parallel", "sshd": "openssh-server",
    "ssh": "openssh-client"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the executable FaultyApp")
    parser.add_argument("--foreign", required=True, help="a log of another app")
    parser.add_argument("--logs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # The daemons require that other users can enter the folder.
        folder.chmod(0o755)
        (folder / "bin").mkdir()
        program = Program(str(folder / "bin" / "MyApp"), folder)
        shutil.copy(options.program, program.path)
        make_corpus(program, folder, options.logs, 50, 30, os.path.abspath(options.foreign))
        single = Single(program, folder)
        check_cuts(program, folder)
        check_ended_worker(program, folder, single)
        check_workflows(program, folder, single)
        missing = [package for tool, package in PACKAGES.items() if not find(tool)]
        if os.geteuid() != 0:
            return print("Slurm and GNU parallel are left out: they need root")
        if missing and not install(missing):
            names = ", ".join(missing)
            return print(f"Slurm and GNU parallel are left out: {names} cannot be installed")
        try:
            check_slurm(program, folder, single)
        except Unsupported as reason:
            print(f"Slurm is left out: {reason}")
        check_parallel(program, folder, single)


def install(packages):
    if not find("apt-get"):
        return False
    print("installing", *packages, file=sys.stderr)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return all(
        subprocess.run(["apt-get", *arguments], env=environment,
                       stdout=subprocess.DEVNULL).returncode == 0
        for arguments in (["update", "-qq"],
                          ["install", "--yes", "--no-install-recommends", *packages]))


def check_cuts(program, folder):
    """Checks that Tests/schedule.py partitions a corpus in the same way as the program."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.glob("logs/**/*.reprise"))
    names = [path.removeprefix("logs/") for path in paths]
    parts = by_name(names, SHARDS)
    for index in range(SHARDS):
        found = program.run("replay", "logs", "--shard", f"{index + 1}/{SHARDS}", "--json")
        expected = [path for path, part in zip(paths, parts) if part == index]
        assert [log["path"] for log in json.loads(found.stdout)["logs"]] == expected, index
    print("Tests/schedule.py cuts as the program does")


def check_ended_worker(program, folder, single):
    """Checks that a worker that an engine ends before its task does not count as a crash."""
    results = folder / "ended"
    results.mkdir()
    path, count = results / "1.jsonl", folder / "ended-steps"
    count.write_bytes(bytes(8))
    command = program.command("replay", "logs", "--jobs", "1", "--results", path, "--junit",
                              results / "results.xml")
    task = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=program.environment(FAULTY_COUNT=str(count), FAULTY_COUNT_TOLD=str(HELD_STEP)))
    wait_until("no step is held",
               lambda: int.from_bytes(count.read_bytes(), "little") >= HELD_STEP + 500)
    before = path.read_text().count('"verdict":"crashed"')
    for worker in pathlib.Path(f"/proc/{task.pid}/task/{task.pid}/children").read_text().split():
        os.kill(int(worker), signal.SIGTERM)
    wait_until("the end of the worker isn't a crash",
               lambda: path.read_text().count('"verdict":"crashed"') > before)
    # Together with the next worker, which is held too.
    os.killpg(task.pid, signal.SIGKILL)
    task.wait()
    again = subprocess.run(command, cwd=folder, env=program.environment(), text=True,
                           capture_output=True)
    assert "of a previous run" in again.stderr, again.stderr
    single.check("ended worker", results, results / "results.xml", again.stdout)
    print("a task whose worker was ended first resumes without a crash")


if __name__ == "__main__":
    sys.exit(main())
