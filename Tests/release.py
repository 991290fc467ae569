#!/usr/bin/env python3
"""Installs the files of `make dist` in clean roots of Debian, and uses them.

The archive of `Compatibility` is built with the tag of the version, in a clone of the last commit.

The roots have no toolchain and no network. debootstrap creates a root, which is kept as a tar under
.build/clean-roots. The root of the archive has only the packages of every Debian; the root of the
Debian package also has its dependencies, and man.
"""

import argparse
import contextlib
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

from dependency import Repositories

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOTS = ROOT / ".build" / "clean-roots"
SESSIONS = ROOT / "Tests" / "Sessions"
SCRIPT = SESSIONS / "Scripts" / "tour.txt"
# Libraries of the archive's program: those of the C library, and the one for C++ exceptions.
C_LIBRARY = re.compile(
    r"(?:libc|libm|libdl|libpthread|libutil|librt|libresolv|ld-linux-[\w-]+|libgcc_s)\.so\.\d+")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / ".build" / "dist")
    options = parser.parse_args()
    version = subprocess.run(
        [ROOT / "Tools" / "Release" / "version.sh"], check=True, text=True,
        stdout=subprocess.PIPE).stdout.strip()
    files = Files(options.folder, version)
    check_sums(files)
    check_sources(files)
    check_compatibility(files)
    check_libraries(files)
    for path in files.all:
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    if os.geteuid() != 0 or not shutil.which("debootstrap", path=f"{os.environ['PATH']}:/usr/sbin"):
        print("the files are not tried in clean roots: that needs root and debootstrap")
        # A workflow must not publish a release without this check.
        sys.exit(1 if os.environ.get("CI") else 0)
    with clean_root("bare", []) as root:
        check_archive(root, files)
    depends = subprocess.run(
        ["dpkg-deb", "--field", files.package, "Depends"], check=True, text=True,
        stdout=subprocess.PIPE).stdout
    names = [re.match(r"[\w.+-]+", alternative.strip())[0] for alternative in depends.split(",")]
    with clean_root("dependencies", [*names, "man-db"]) as root:
        check_package(root, files)


class Files:
    """The files of a release."""

    def __init__(self, folder, version):
        self.folder, self.version = folder, version
        self.sources = folder / f"reprise-{version}.tar.gz"
        self.compatibility = folder / f"reprise-compatibility-{version}.tar.gz"
        self.archive, = folder.glob(f"reprise-{version}-linux-*.tar.gz")
        self.package, = folder.glob(f"reprise_{version}-1_*.deb")
        self.all = [self.sources, self.compatibility, self.archive, self.package]


def check_sums(files):
    sums = dict(reversed(line.split("  "))
                for line in (files.folder / "SHA256SUMS").read_text().splitlines())
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.all}
    print(f"checksums: those of the {len(files.all)} files")


def check_sources(files):
    """Checks that the source archive has the files of the commit."""
    with tarfile.open(files.sources) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"], cwd=ROOT,
                            check=True, text=True, stdout=subprocess.PIPE).stdout.split("\0")
    missing = {name for name in listed if name} - found
    assert not missing, missing
    print(f"sources: {len(listed) - 1} files")


def check_compatibility(files):
    """Builds the package of the archive, which depends on the tag of the version."""
    with tempfile.TemporaryDirectory() as name, tarfile.open(files.compatibility) as archive:
        folder = pathlib.Path(name)
        archive.extractall(folder, filter="data")
        package, = folder.glob("reprise-compatibility-*")
        assert (package / "LICENSE").exists()
        address, version = re.search(r'url: "(\S+)", exact: "(\S+)"',
                                     (package / "Package.swift").read_text()).groups()
        assert version == files.version, version
        repositories = Repositories(folder / "repositories", f"v{version}", address=address)
        repositories.swift("build", folder=package)
    print(f"compatibility: builds with version {version} of {address}")


def needed(program):
    headers = subprocess.run(["objdump", "-p", program], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    return re.findall(r"NEEDED +(\S+)", headers)


def check_libraries(files):
    with tempfile.TemporaryDirectory() as folder, tarfile.open(files.archive) as archive:
        archive.extractall(folder, filter="data")
        program, = pathlib.Path(folder).glob("*/bin/reprise")
        libraries = needed(program)
    others = [library for library in libraries if not C_LIBRARY.fullmatch(library)]
    assert not others, f"the program of the archive needs {others}"
    print(f"archive: needs {', '.join(sorted(libraries))}")


@contextlib.contextmanager
def clean_root(name, packages):
    """Unpacks a root of this machine's Debian with further packages, and removes it in the end."""
    lines = pathlib.Path("/etc/os-release").read_text().splitlines()
    release = dict(line.split("=", 1) for line in lines if "=" in line)
    suite = release["VERSION_CODENAME"].strip('"')
    ROOTS.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(" ".join([suite, *sorted(packages)]).encode()).hexdigest()[:12]
    kept = ROOTS / f"{name}-{key}.tar"
    folder = pathlib.Path(tempfile.mkdtemp(dir=ROOTS)) / "root"
    try:
        if kept.exists():
            folder.mkdir()
            subprocess.run(["tar", "-xpf", kept, "-C", folder], check=True)
        else:
            command = ["debootstrap", "--variant=minbase", suite, folder]
            if packages:
                command.insert(2, f"--include={','.join(packages)}")
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            partial = kept.with_suffix(".partial")
            subprocess.run(["tar", "-cpf", partial, "-C", folder, "."], check=True)
            partial.rename(kept)
        root = CleanRoot(folder)
        for tool in "swift", "cc", "ld":
            assert not root.has(tool), f"the root has {tool}"
        shutil.copytree(SESSIONS, folder / "srv" / "Sessions")
        shutil.copy(SCRIPT, folder / "srv")
        yield root
    finally:
        shutil.rmtree(folder.parent)


class CleanRoot:
    """A root in which commands run without a network and with processes of their own."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, code=0, user="nobody:nogroup"):
        result = self.result(*command, user=user)
        assert result.returncode == code, f"{command}: {result.returncode}\n{result.stdout}"
        return result.stdout

    def has(self, tool):
        return self.result("sh", "-c", f"command -v {tool}").returncode == 0

    def result(self, *command, user="nobody:nogroup"):
        return subprocess.run(
            ["unshare", "--net", "--mount", "--pid", "--fork", f"--mount-proc={self.folder}/proc",
             "chroot", f"--userspec={user}", self.folder, *command],
            env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                 "HOME": "/tmp", "LANG": "C.UTF-8", "TERM": "xterm"},
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

def check_program(root, program, version):
    """Runs a program: its version, a replay of all golden sessions, and a session of its own."""
    output = root.run(program, "--version")
    assert output == f"Reprise {version}\n", output
    count = len(list(SESSIONS.rglob("*.reprise")))
    output = root.run(program, "replay", "--paranoid", "--effects", "/srv/Sessions")
    assert f"{count} logs: {count} match" in output, output
    root.run(program, "record", "/tmp/tour.reprise", "--data-dir", "/tmp/data", "--script",
             "/srv/tour.txt")
    output = root.run(program, "replay", "/tmp/tour.reprise")
    assert "match" in output, output
    output = root.run(program, "report", "/tmp/tour.reprise", "-o", "/tmp/tour.html")
    assert "a page of 1 log" in output, output
    output = root.run(program, "serve", "/tmp/tour.reprise", code=2)
    assert "libmicrohttpd is not installed" in output, output
    return count


def check_archive(root, files):
    shutil.copy(files.archive, root.folder / "srv")
    root.run("tar", "-xzf", f"/srv/{files.archive.name}", "-C", "/usr/local",
             "--strip-components=1", user="root:root")
    count = check_program(root, "/usr/local/bin/reprise", files.version)
    for path in "share/man/man1/reprise.1", "share/bash-completion/completions/reprise", "LICENSE":
        assert (root.folder / "usr" / "local" / path).exists(), path
    root.run("bash", "-n", "/usr/local/share/bash-completion/completions/reprise")
    print(f"archive: runs in a bare root, and replays {count} logs")


def check_package(root, files):
    shutil.copy(files.package, root.folder / "srv")
    before = set(root.run("find", "/usr", "/etc", "-xdev", "-not", "-name", "*cache*",
                          user="root:root").splitlines())
    root.run("dpkg", "--install", f"/srv/{files.package.name}", user="root:root")
    assert root.run("dpkg", "--verify", "reprise", user="root:root") == ""
    count = check_program(root, "reprise", files.version)
    page = root.run("man", "-P", "cat", "reprise")
    for text in "NAME", "reprise replay", f"Reprise {files.version}":
        assert text in page, f"the manual page lacks '{text}':\n{page[:2000]}"
    root.run("bash", "-n", "/usr/share/bash-completion/completions/reprise")
    assert (root.folder / "usr/share/zsh/vendor-completions/_reprise").exists()
    root.run("dpkg", "--purge", "reprise", user="root:root")
    after = set(root.run("find", "/usr", "/etc", "-xdev", "-not", "-name", "*cache*",
                         user="root:root").splitlines())
    assert after <= before, sorted(after - before)
    print(f"package: runs in a root with what it depends on, replays {count} logs, and leaves "
          "nothing when removed")


if __name__ == "__main__":
    main()
