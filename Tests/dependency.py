#!/usr/bin/env python3
"""Builds the package of the first tutorial with a tag of Reprise as a versioned dependency.

By default the tag is that of the declared version in a clone of the last commit. With --url and
--tag, it is a published one.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests" / "Documentation"), str(ROOT / "Tools" / "Release")]

from check import declared_version  # noqa: E402
from pages import blocks  # noqa: E402

PAGE = ROOT / "Documentation" / "Tutorials" / "FirstRecording.md"
LOCAL = '.package(path: "../reprise")'
LINES = "plusTapped\nplusTapped\nminusTapped\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="the repository (default: a clone)")
    parser.add_argument("--tag", default=f"v{declared_version()}")
    parser.add_argument("--scratch-path", type=pathlib.Path, default=ROOT / ".build" / "dependency")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        url = options.url or tagged_clone(folder, options.tag)
        package = folder / "Tally"
        write_package(package, url, options.tag.removeprefix("v"))
        scratch = ["--scratch-path", options.scratch_path]
        run("swift", "package", "resolve", *scratch, folder=package)
        run("swift", "build", "--build-tests", *scratch, folder=package)
        program = options.scratch_path / "debug" / "Tally"
        (package / "Sessions").mkdir()
        run(program, "record", "Sessions/first.reprise", folder=package, input=LINES)
        output = run(program, "replay", "Sessions", folder=package)
        assert "Sessions/first.reprise: match, 3 steps verified" in output, output
        output = run("swift", "test", "--skip-build", *scratch, folder=package)
        assert "first.reprise" in output, output
    print(f"a package that depends on {options.tag} builds, records, replays and tests a session")


def tagged_clone(folder, tag):
    """Returns the address of a clone whose last commit has the tag."""
    clone = folder / "reprise.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, clone], check=True)
    subprocess.run(["git", "-C", clone, "tag", "--force", tag], check=True,
                   stdout=subprocess.DEVNULL)
    return f"file://{clone}"


def write_package(package, url, version):
    for block in blocks(PAGE):
        if (name := block.directive("file")) is None:
            continue
        text = block.text
        if name == "Package.swift":
            assert LOCAL in text, f"{PAGE.name} depends on Reprise in another way"
            identity = url.rstrip("/").rpartition("/")[2].removesuffix(".git")
            text = text.replace(LOCAL, f'.package(url: "{url}", exact: "{version}")')
            text = text.replace('package: "reprise"', f'package: "{identity}"')
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)


def run(*command, folder, input=""):
    result = subprocess.run(
        command, cwd=folder, text=True, input=input, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    assert result.returncode == 0, f"{command}: {result.returncode}\n{result.stdout}"
    return result.stdout


if __name__ == "__main__":
    main()
