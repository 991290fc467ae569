#!/usr/bin/env python3
"""Builds packages that depend on a tag of Reprise: those of the pages, and a ported app.

By default the tag is that of the declared version in a clone of the last commit. With --url and
--tag, it is a published one. The repository of `Compatibility` is made from the last commit. The
packages have the addresses that the pages print, and git reads these repositories instead.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests" / "Documentation"), str(ROOT / "Tools" / "Release")]

from check import declared_version  # noqa: E402
from pages import blocks  # noqa: E402

ADDRESS = "https://example.com/reprise"
TUTORIAL = ROOT / "Documentation" / "Tutorials" / "FirstRecording.md"
GUIDE = ROOT / "Documentation" / "HowTo" / "MoveAnAppOver.md"
APP = ROOT / "Tests" / "Tools" / "PortedApp"
SCRATCH = ROOT / ".build" / "dependency"
LOCAL = '.package(path: "../reprise")'
LINES = "plusTapped\nplusTapped\nminusTapped\n"
TEST = """
@Test @MainActor func adding() async {
  let store = TestStore(initialState: TodosFeature.State()) {
    TodosFeature()
  } withDependencies: {
    $0.uuid = .incrementing
  }
  await store.send(.addTapped("Milk")) {
    $0.todos = [TodosFeature.Todo(id: UUID(0), title: "Milk")]
  }
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="the repository (default: a clone)")
    parser.add_argument("--tag", default=f"v{declared_version()}")
    parser.add_argument("--program", type=pathlib.Path,
                        default=ROOT / ".build" / "debug" / "reprise-port")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        repositories = Repositories(folder / "repositories", options.tag, options.url)
        check_tutorial(folder / "Tally", repositories)
        print(f"a package that depends on {options.tag} builds, records, replays and tests a "
              "session")
        manifests = [block.text for block in blocks(GUIDE)
                     if block.directive("built by") == "make dependency"]
        assert len(manifests) == 2, f"{GUIDE.name} has {len(manifests)} manifests"
        for number, manifest in enumerate(manifests, 1):
            check_manifest(folder / f"{number}" / "Todos", manifest, repositories)
        print(f"the manifests of {GUIDE.name} build, and the tests of their packages pass")
        check_port(folder, options.program, repositories)
        print(f"a program of {options.tag} ports an app to packages with that version")


class Repositories:
    """The repositories of a release, which git reads in place of their addresses."""

    def __init__(self, folder, tag, url=None, address=ADDRESS):
        self.tag, self.address = tag, address
        folder.mkdir()
        # The package manager would keep an earlier commit of the same version.
        shutil.rmtree(SCRATCH, ignore_errors=True)
        config = folder / "config"
        replaced = {address: url or self.clone(folder / "reprise"),
                    f"{address}-compatibility": self.split(folder / "reprise-compatibility")}
        for key, value in [("include.path", "~/.gitconfig"),
                           *((f"url.{actual}.insteadOf", printed)
                             for printed, actual in replaced.items())]:
            subprocess.run(["git", "config", "--file", config, key, value], check=True)
        # The package manager has its caches and the known commits of versions in its home.
        self.environment = {**os.environ, "GIT_CONFIG_GLOBAL": str(config),
                            "CFFIXED_USER_HOME": str(folder)}

    def clone(self, path):
        """Returns the address of a clone whose last commit has the tag."""
        subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, path], check=True)
        subprocess.run(["git", "-C", path, "tag", "--force", self.tag], check=True,
                       stdout=subprocess.DEVNULL)
        return f"file://{path}"

    def split(self, path):
        """Returns the address of a repository of `Compatibility` with the tag."""
        commit = subprocess.run(
            [ROOT / "Tools" / "Release" / "compatibility.sh", self.address], check=True, text=True,
            stdout=subprocess.PIPE).stdout.strip()
        subprocess.run(["git", "init", "--quiet", "--bare", path], check=True)
        subprocess.run(["git", "push", "--quiet", path, f"{commit}:refs/tags/{self.tag}"],
                       cwd=ROOT, check=True)
        return f"file://{path}"

    def run(self, *command, folder, input=""):
        result = subprocess.run(
            command, cwd=folder, env=self.environment, text=True, input=input,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert result.returncode == 0, f"{command}: {result.returncode}\n{result.stdout}"
        return result.stdout

    def swift(self, *words, folder):
        """Runs the package manager with the build folder of all packages."""
        return self.run("swift", *words, "--scratch-path", SCRATCH, folder=folder)


def check_tutorial(package, repositories):
    """Builds the package of the first tutorial, and records and replays a session."""
    version = repositories.tag.removeprefix("v")
    for block in blocks(TUTORIAL):
        if (name := block.directive("file")) is None:
            continue
        text = block.text
        if name == "Package.swift":
            assert LOCAL in text, f"{TUTORIAL.name} depends on Reprise in another way"
            text = text.replace(LOCAL, f'.package(url: "{ADDRESS}", exact: "{version}")')
        write(package / name, text)
    repositories.swift("build", "--build-tests", folder=package)
    program = SCRATCH / "debug" / "Tally"
    (package / "Sessions").mkdir()
    repositories.run(program, "record", "Sessions/first.reprise", folder=package, input=LINES)
    output = repositories.run(program, "replay", "Sessions", folder=package)
    assert "Sessions/first.reprise: match, 3 steps verified" in output, output
    output = repositories.swift("test", "--skip-build", folder=package)
    assert "first.reprise" in output, output


def check_manifest(package, manifest, repositories):
    """Tests the feature of the guide in a package with its manifest, which stays as printed."""
    target, = re.findall(r"testTarget\(name: \"\w+\", dependencies: \[\"(\w+)\"\]", manifest)
    feature, = [block.text for block in blocks(GUIDE) if "struct TodosFeature" in block.text]
    imports = {True: f"import Foundation\nimport Testing\n@testable import {target}\n",
               False: "import Foundation\n"}
    for module in re.findall(r"\.product\(name: \"(\w+)\"", manifest):
        imports[module.endswith(("Testing", "TestSupport"))] += f"import {module}\n"
    write(package / "Package.swift", manifest)
    write(package / "Sources" / target / "TodosFeature.swift", imports[False] + feature)
    write(package / "Tests" / f"{target}Tests" / "TodosTests.swift",
          f"{imports[True]}import ComposableArchitecture\n{TEST}")
    output = repositories.swift("test", folder=package)
    assert re.search(r"Test run with 1 test .*passed", output), output


def check_port(folder, program, repositories):
    """Ports an app with a program within a clone of the tag, and runs its tests."""
    clone, package = folder / "clone", folder / "Ported"
    repositories.run("git", "clone", "--quiet", "--branch", repositories.tag, ADDRESS, clone,
                     folder=folder)
    copy = clone / ".build" / "debug" / program.name
    copy.parent.mkdir(parents=True)
    shutil.copy(program, copy)
    repositories.run(copy, APP, "-o", package, "--scratch-path", SCRATCH, folder=folder)
    manifest = (package / "Package.swift").read_text()
    for address in ADDRESS, f"{ADDRESS}-compatibility":
        words = f'.package(url: "{address}", exact: "{repositories.tag.removeprefix("v")}")'
        assert words in manifest, manifest
    output = repositories.swift("test", folder=package)
    assert "Test run with 5 tests in 1 suite passed" in output, output


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main()
