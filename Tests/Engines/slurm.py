"""Checks the kit for Slurm on a cluster whose only node is this machine."""

import contextlib
import os
import pathlib
import re
import secrets
import signal
import socket
import subprocess
import sys

from corpus import LIMIT, wait_until
from kits import HELD_STEP, KITS, SHARDS, check_page, find, free_port, last_line

# The first task to start, which waits with an empty cache until it is requeued.
HELD_SHARD = 1


class Unsupported(Exception):
    """An error of an engine that this machine cannot run."""


class Cluster:
    """A cluster whose only node is this machine."""

    def __init__(self, folder):
        self.folder = folder
        self.conf = folder / "slurm.conf"
        self.munged = None
        for name in ("state", "spool", "munge"):
            (folder / name).mkdir(parents=True)

    def __enter__(self):
        key = self.folder / "munge" / "key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        munge = {name: self.folder / "munge" / name for name in ("socket", "pid", "log", "seed")}
        # As root and in the foreground, so that munged is a child of this process.
        self.munged = subprocess.Popen(
            [find("munged"), "--foreground", "--force", f"--key-file={key}",
             f"--socket={munge['socket']}", f"--pid-file={munge['pid']}",
             f"--log-file={munge['log']}", f"--seed-file={munge['seed']}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until("munged does not answer", munge["socket"].exists)
            self.conf.write_text(self.settings(munge["socket"]))
            self.start("slurmctld")
            # A node that finds no controller retries only much later.
            wait_until("slurmctld does not answer", lambda: "is UP" in self.ask("scontrol", "ping"))
            try:
                self.start("slurmd")
            except subprocess.CalledProcessError:
                # In some containers, slurmd cannot create the control groups that it requires.
                raise Unsupported("slurmd does not start here") from None
            wait_until("the node is not idle",
                       lambda: "idle" in self.ask("sinfo", "-h", "-o", "%t"))
        except BaseException:
            self.print_logs()
            self.__exit__()
            raise
        return self

    def start(self, daemon):
        subprocess.run([find(daemon), "-f", self.conf], env=self.environment, check=True)

    def settings(self, munge_socket):
        host = node_name()
        processors = os.cpu_count()
        return f"""\
ClusterName=reprise
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A task that is requeued waits as long as a credential lives.
AuthInfo=socket={munge_socket},cred_expire=5
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0
KillWait=2
MinJobAge=3600
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""

    @property
    def environment(self):
        return {**os.environ, "SLURM_CONF": str(self.conf)}

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, text=True, capture_output=True).stdout

    def tasks(self, job):
        """Returns the states and restarts of a job's tasks, by index, or by 0 for a single task."""
        found = {}
        for line in self.ask("scontrol", "show", "job", "--oneliner", job).splitlines():
            fields = dict(field.split("=", 1) for field in line.split() if "=" in field)
            index = fields.get("ArrayTaskId", "0")
            if index.isdigit():
                found[int(index)] = (fields["JobState"], int(fields["Restarts"]),
                                     fields["ExitCode"])
        return found

    def print_logs(self):
        for log in sorted(self.folder.glob("*.log")):
            print(f"== {log.name}", *log.read_text().splitlines()[-60:], sep="\n", file=sys.stderr)

    def cancel_jobs(self):
        """Cancels the jobs of a failed check, because their tasks outlive the daemons."""
        jobs = self.ask("squeue", "-h", "-o", "%A").split()
        if jobs:
            subprocess.run(["scancel", *jobs], env=self.environment, capture_output=True,
                           timeout=LIMIT)
            with contextlib.suppress(SystemExit):
                wait_until("tasks are still running",
                           lambda: not self.ask("squeue", "-h", "-o", "%A").split())

    def __exit__(self, *error):
        if error and error[0]:
            self.print_logs()
            self.cancel_jobs()
        pids = [int(path.read_text()) for path in self.folder.glob("*.pid")]
        subprocess.run(
            ["scontrol", "shutdown"], env=self.environment, capture_output=True, timeout=LIMIT)
        with contextlib.suppress(SystemExit):
            wait_until("the daemons are still running", lambda: not any(map(is_running, pids)))
        for pid in filter(is_running, pids):
            os.kill(pid, signal.SIGKILL)
        self.munged.terminate()
        self.munged.wait(LIMIT)


def is_running(pid):
    try:
        # A zombie process is not running.
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


class HeldProgram:
    """A program that stops in the middle of one shard of an array, at its first start only."""

    def __init__(self, program, folder):
        self.count = folder / "steps"
        self.count.write_bytes(bytes(8))
        self.path = folder / "MyApp"
        self.path.write_text(f"""\
#!/bin/sh
if [ "$SLURM_ARRAY_TASK_ID" = {HELD_SHARD} ] && [ "${{SLURM_RESTART_COUNT:-0}}" = 0 ]; then
  export FAULTY_COUNT={self.count} FAULTY_COUNT_TOLD={HELD_STEP}
fi
exec {program.path} "$@"
""")
        self.path.chmod(0o755)

    @property
    def is_held(self):
        # FaultyApp runs for this many further steps.
        return int.from_bytes(self.count.read_bytes(), "little") >= HELD_STEP + 500


def lines_in(path):
    return path.read_text().count("\n") if path.exists() else 0


def check_slurm(program, folder, single):
    results = folder / "results"
    held = HeldProgram(program, folder)
    with Cluster(folder / "slurm") as cluster:
        environment = {**program.environment(), "SLURM_CONF": str(cluster.conf)}
        submitted = subprocess.run(
            [KITS / "slurm" / "submit", "./MyApp", "logs", "results"], cwd=folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert submitted.returncode == 0, submitted.stdout
        submission = submitted.stdout.replace(f"{KITS}/", "Examples/CI/")
        array, merge = re.search(r"^array (\d+), merge (\d+);", submission, re.MULTILINE).groups()
        path = results / f"{HELD_SHARD}.jsonl"
        # The first line describes the shard.
        wait_until("the held task has no results", lambda: held.is_held and lines_in(path) > 10)
        assert cluster.tasks(array)[HELD_SHARD][0] == "RUNNING", cluster.tasks(array)
        task = f"{array}_{HELD_SHARD}"
        subprocess.run(["scontrol", "requeue", task], env=environment, check=True)
        wait_until("the merge has not ended", lambda: has_ended(cluster.tasks(merge)))
        tasks = cluster.tasks(array)
        assert len(tasks) == SHARDS and has_ended(tasks), tasks
        assert {index for index, (_, restarts, _) in tasks.items()
                if restarts} == {HELD_SHARD}, tasks
        # The exit code is that of a single run.
        assert cluster.tasks(merge)[0][2] == "4:0", cluster.tasks(merge)
    log = (results / f"task-{HELD_SHARD}.log").read_text().replace(node_name(), "node")
    assert re.search(r"resuming after \d+ logs of a previous run", log), log
    report = (results / "merge.log").read_text()
    single.check("Slurm", results, results / "results.xml", report)
    check_page(
        "Slurm", ("Examples/CI/slurm/submit ./MyApp logs results", submission),
        (f"scontrol requeue {task}", ""),
        (f"head -4 results/task-{HELD_SHARD}.log", "".join(log.splitlines(keepends=True)[:4])),
        ("tail -1 results/merge.log", last_line(report)))
    print(f"Slurm: {SHARDS} tasks, one of them requeued, and the merge give what one run does")


def has_ended(tasks):
    return tasks and all(state in ("COMPLETED", "FAILED") for state, _, _ in tasks.values())


def node_name():
    return socket.gethostname().split(".")[0]
