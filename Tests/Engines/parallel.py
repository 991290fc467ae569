"""Checks the kit for GNU parallel, over ssh to two names of this machine."""

import pathlib
import shutil
import subprocess
import sys

from corpus import LIMIT, wait_until
from kits import KITS, SHARDS, check_page, find, free_port, last_line


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
