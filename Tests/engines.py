#!/usr/bin/env python3
"""Runs the kits of Examples/CI: workflows, Slurm on one node, and GNU parallel over ssh.

With every engine, the merged results must be those of a single run. One task of the array is
requeued in the middle, and must resume after its results. The cluster and the ssh server listen on
the loopback address, keep all their files in a temporary folder, and are stopped at the end. They
need root and Debian packages, which are installed. Without root, only the workflows run.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Tests" / "Documentation"))

from corpus import LIMIT, Program, make_corpus, wait_until, without_times  # noqa: E402
from pages import blocks, pattern  # noqa: E402
from schedule import by_name  # noqa: E402

PAGE = ROOT / "Documentation" / "HowTo" / "RunOnSlurm.md"
KITS = ROOT / "Examples" / "CI"
PACKAGES = {
    "sbatch": "slurm-wlm", "munged": "munge", "parallel": "parallel", "sshd": "openssh-server",
    "ssh": "openssh-client"}
SHARDS = 8
# The first task to start, with an empty cache, waits in a step after this one until it is requeued.
HELD_SHARD, HELD_STEP = 1, 100


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


def find(tool):
    return shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check_page(engine, *transcript):
    """Checks that an engine's block on the page matches its output.

    Each part is a command and its output.
    """
    text = "".join(f"$ {command}\n{output}" for command, output in transcript)
    print(text, end="")
    found = [block for block in blocks(PAGE) if block.directive("engine") == engine]
    assert len(found) == 1, f"{PAGE.name} has {len(found)} blocks of {engine}"
    lines = found[0].text.splitlines()
    assert pattern(lines).fullmatch(text), f"{found[0].location} is another"


class Single:
    """The results of a single run of all logs, with which the merges are compared."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        run = program.run("replay", "logs", "--junit", "single.xml", code=4)
        self.text = run.stdout
        self.json = program.run("replay", "logs", "--json", code=4).stdout
        self.junit = without_times((folder / "single.xml").read_text())

    def check(self, name, results, junit, report):
        """Checks a kit's folder of results, its JUnit file, and the report that it printed."""
        merged = self.program.run("merge", *sorted(results.glob("*.jsonl")), "--json",
                                  code=4).stdout
        logs, expected = json.loads(merged)["logs"], json.loads(self.json)["logs"]
        others = [pair for pair in zip(logs, expected) if pair[0] != pair[1]]
        assert merged == self.json, f"{name}: the merged JSON is another: {others[:3]}"
        assert without_times(junit.read_text()) == self.junit, (
            f"{name}: the merged JUnit is another")
        assert report == self.text, f"{name}: the report is another:\n{report}"


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


# The workflows


def check_workflows(program, folder, single):
    try:
        import yaml
    except ImportError:
        return print("the workflows are left out: python3-yaml is not installed")
    for name, run in ("github", run_github), ("gitlab", run_gitlab):
        workflow = yaml.safe_load((KITS / f"{name}.yml").read_text())
        place = folder / name
        (place / "bin").mkdir(parents=True)
        shutil.copy(program.path, place / "bin" / "MyApp")
        (place / "logs").symlink_to(folder / "logs")
        lines = run(workflow, place, program).splitlines(keepends=True)
        report = "".join(line for line in lines if not line.startswith("::"))
        single.check(name, place / "results", place / "results.xml", report)
        print(f"{name}.yml: its commands replay and merge as one run")


def shell(script, place, program, **variables):
    """Runs the script of a job with another folder of logs, as a user of the workflow would."""
    script = script.replace("replay Sessions", "replay logs")
    environment = program.environment(**variables)
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=place, env=environment, text=True, capture_output=True)


def run_github(workflow, place, program):
    """Runs the commands of the jobs as GitHub does, and returns the output of the merge."""
    jobs = workflow["jobs"]
    assert list(jobs) == ["build", "replay", "merge"]
    assert jobs["replay"]["needs"] == "build" and set(jobs["merge"]["needs"]) == {"build", "replay"}
    assert jobs["merge"]["if"] == "always()" and jobs["replay"]["strategy"]["fail-fast"] is False
    uses = {job: [step for step in jobs[job]["steps"] if "uses" in step] for job in jobs}
    uploads = {
        step["with"]["name"]: step for job in jobs for step in uses[job]
        if step["uses"].startswith("actions/upload-artifact@")}
    assert list(uploads) == ["program", "results-${{ matrix.shard }}", "report"]
    assert all(uploads[name]["if"] == "always()" for name in list(uploads)[1:])
    downloads = [step["with"] for step in uses["merge"] if "download-artifact" in step["uses"]]
    assert [part.get("name", part.get("pattern")) for part in downloads] == ["program", "results-*"]
    assert downloads[1]["merge-multiple"] is True
    shards = jobs["replay"]["strategy"]["matrix"]["shard"]
    assert shards == list(range(1, len(shards) + 1))
    command, = [step["run"] for step in jobs["replay"]["steps"] if "run" in step]
    caches = [step for step in uses["replay"] if "cache" in step["uses"]]
    assert all(f"--cache {step['with']['path']}" in command for step in caches) and len(caches) == 2
    for index in shards:
        script = command.replace("${{ matrix.shard }}", str(index)) \
            .replace("${{ strategy.job-total }}", str(len(shards)))
        assert "${{" not in script
        result = shell(script, place, program, GITHUB_ACTIONS="true")
        assert result.returncode in (0, 1, 3, 4, 5), result
        assert "::error" not in result.stdout, "a shard prints annotations, and the merge again"
    command, = [step["run"] for step in jobs["merge"]["steps"] if "run" in step]
    result = shell(command, place, program, GITHUB_ACTIONS="true")
    assert result.returncode == 4 and "::error" in result.stdout, result
    assert uploads["report"]["with"]["path"] == "results.xml"
    return result.stdout


def run_gitlab(workflow, place, program):
    """Runs the commands of the jobs as GitLab does, and returns the output of the merge."""
    assert workflow["stages"] == ["build", "replay", "merge"]
    jobs = {name: workflow[name] for name in workflow["stages"]}
    assert all(job["stage"] == name for name, job in jobs.items())
    assert jobs["replay"]["needs"] == ["build"]
    assert set(jobs["merge"]["needs"]) == {"build", "replay"}
    assert jobs["merge"]["when"] == "always" and jobs["replay"]["artifacts"]["when"] == "always"
    assert jobs["replay"]["artifacts"]["paths"] == ["results"]
    assert jobs["build"]["artifacts"]["paths"] == ["bin/MyApp"]
    assert jobs["merge"]["artifacts"]["reports"]["junit"] == "results.xml"
    count = jobs["replay"]["parallel"]
    for index in range(1, count + 1):
        result = shell(
            "\n".join(jobs["replay"]["script"]), place, program, CI_NODE_INDEX=str(index),
            CI_NODE_TOTAL=str(count))
        assert result.returncode in (0, 1, 3, 4, 5), result
        assert f"shard {index}/{count}, by CI_NODE_INDEX" in result.stderr, result.stderr
    result = shell("\n".join(jobs["merge"]["script"]), place, program)
    assert result.returncode == 4, result
    return result.stdout


# Slurm


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
    """A program whose first start in one task of an array stops in the middle of its shard."""

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


def last_line(text):
    return text.splitlines(keepends=True)[-1]


def node_name():
    return socket.gethostname().split(".")[0]


# GNU parallel


class Server:
    """An ssh server on the loopback address, with a key and a host key of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.made = None

    def __enter__(self):
        self.folder.mkdir()
        for name in "host", "user":
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name],
                check=True)
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")
        port = free_port()
        known = (self.folder / "host.pub").read_text()
        (self.folder / "known").write_text(f"[127.0.0.1]:{port} {known}")
        (self.folder / "sshd.conf").write_text(f"""\
ListenAddress 127.0.0.1
Port {port}
HostKey {self.folder}/host
AuthorizedKeysFile {self.folder}/authorized
PidFile {self.folder}/sshd.pid
PasswordAuthentication no
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
MaxStartups 100
""")
        # Two names for this machine, as if there were two machines.
        (self.folder / "ssh.conf").write_text(f"""\
Host one two
  HostName 127.0.0.1
  Port {port}
  User root
  IdentityFile {self.folder}/user
  IdentitiesOnly yes
  UserKnownHostsFile {self.folder}/known
  HostKeyAlias [127.0.0.1]:{port}
  StrictHostKeyChecking yes
  BatchMode yes
""")
        (self.folder / "hosts").write_text(
            f"2/ssh -F {self.folder}/ssh.conf one\n2/ssh -F {self.folder}/ssh.conf two\n")
        # The server requires this folder regardless of its settings.
        if not pathlib.Path("/run/sshd").exists():
            self.made = pathlib.Path("/run/sshd")
            self.made.mkdir(mode=0o755)
        self.process = subprocess.Popen(
            [find("sshd"), "-D", "-e", "-f", self.folder / "sshd.conf"], stderr=subprocess.PIPE,
            text=True)
        try:
            wait_until("the ssh server does not answer", self.answers)
        except BaseException:
            self.__exit__()
            print(self.process.stderr.read(), file=sys.stderr)
            raise
        return self

    def answers(self):
        return subprocess.run(
            ["ssh", "-F", self.folder / "ssh.conf", "one", "true"],
            capture_output=True).returncode == 0

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(LIMIT)
        if self.made:
            self.made.rmdir()


def check_parallel(program, folder, single):
    results = folder / "parallel"
    with Server(folder / "ssh") as server:
        command = [
            KITS / "parallel.sh", "bin/MyApp", "logs", results.name, str(SHARDS), "--sshloginfile",
            server.folder / "hosts"]
        # GNU parallel stores its state in the home folder.
        environment = program.environment(HOME=str(folder), PARALLEL_HOME=str(folder / "ssh"))
        result = subprocess.run(
            list(map(str, command)), cwd=folder, env=environment, text=True, capture_output=True)
    assert result.returncode == 4, result
    jobs = [line.split("\t") for line in (results / "jobs.tsv").read_text().splitlines()[1:]]
    hosts = {job[1].split()[-1] for job in jobs}
    assert len(jobs) == SHARDS and hosts == {"one", "two"}, jobs
    single.check("GNU parallel", results, results / "results.xml", result.stdout)
    check_page(
        "GNU parallel", ("cat hosts", "2/one\n2/two\n"),
        ("Examples/CI/parallel.sh ./MyApp logs results 8 --sshloginfile hosts | tail -1",
         last_line(result.stdout)))
    check_repeats(program, folder, single, results)
    print(f"GNU parallel: {SHARDS} shards over ssh to two names of this machine have the results "
          "of one run")


def check_repeats(program, folder, single, results):
    """Checks that a second run resumes, and that a run with new results uses the cache."""
    for place, told in (results, "of a previous run"), (folder / "again", "from the cache"):
        result = subprocess.run(
            [str(KITS / "parallel.sh"), "bin/MyApp", "logs", place.name, str(SHARDS)], cwd=folder,
            text=True, capture_output=True, env=program.environment(
                HOME=str(folder), PARALLEL_HOME=str(folder / "ssh"),
                VERDICTS=str(results / "verdicts")))
        assert result.returncode == 4, result
        assert result.stderr.count(told) == SHARDS, result.stderr
        single.check("GNU parallel", place, place / "results.xml", result.stdout)


if __name__ == "__main__":
    sys.exit(main())
