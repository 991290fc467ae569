#!/usr/bin/env python3
"""Ports the app of Tests/Tools/PortedApp, and runs its tests.

A second port changes no byte. A failure that is planted in a test, and an error that is planted in
a source, are reported at their place in the app's own file. After a change of one source, only its
file and its dependents are compiled.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
APP = ROOT / "Tests" / "Tools" / "PortedApp"
FOLDER = ROOT / ".build" / "port"
SWIFT = os.environ.get("SWIFT", "swift")


def run(*command, codes=(0,)):
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    result = subprocess.run([str(word) for word in command], env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert result.returncode in codes, f"{command}: exit code {result.returncode}\n{result.stdout}"
    return result.stdout


def contents(package):
    """Returns the files of a package, without those of builds."""
    return {path: (path.read_bytes(), path.stat().st_mtime_ns)
            for path in package.rglob("*")
            if path.is_file() and ".build" not in path.relative_to(package).parts}


def place(path, words):
    """Returns the line and the column of some words."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if words in line:
            return number, line.index(words) + 1
    raise AssertionError(f"'{words}' isn't in {path}")


def replace(path, old, new):
    text = path.read_text()
    assert old in text, f"'{old}' isn't in {path}"
    path.write_text(text.replace(old, new))


class Port:
    """A copy of the app and its ported package."""

    def __init__(self, program):
        self.program = program
        self.app, self.package = FOLDER / "app", FOLDER / "package"
        shutil.rmtree(self.app, ignore_errors=True)
        for path in self.package.glob("*"):
            shutil.rmtree(path) if path.is_dir() and path.name != ".build" else None
        shutil.copytree(APP, self.app)

    def port(self, *options):
        report = FOLDER / "report.json"
        run(self.program, self.app, "-o", self.package, "--reprise", ROOT, "--json", report,
            *options)
        return json.loads(report.read_text())

    def test(self, codes=(0,)):
        return run(SWIFT, "test", "--package-path", self.package, codes=codes)


def check_recording(port):
    """Records, replays and explores sessions of the app."""
    port.port("--recordable")
    program = port.package / ".build" / "debug" / "BirdsProgram"
    script, log = FOLDER / "script.txt", FOLDER / "session.reprise"
    script.write_text('opened\naddTapped("Owl")\n')
    run(program, "record", log, "--force", "--data-dir", FOLDER / "data", "--script", script)
    output = run(program, "replay", "--effects", log)
    assert "match, 3 steps verified, 1 effect run and verified" in output, output
    output = run(program, "explore", "--time", "5", "--seeds", "1..", "--output",
                 FOLDER / "explored", codes=(0, 1))
    line, _ = place(port.app / "Birds" / "SightingsFeature.swift", "guard let url")
    assert f"the code at Birds/SightingsFeature.swift:{line} is left out on Linux" in output, output


def check_report(report):
    assert report["isBuilt"], report["error"]
    assert report["missing"] == {}, report["missing"]
    states = {item["name"]: item["status"] for item in report["features"]}
    assert states == {"SightingFeature": "taken", "SightingsFeature": "partly"}, states
    tests = {item["name"] for item in report["tests"] if item["status"] != "taken"}
    assert tests == {"SightingsTests.drawing"}, tests
    kinds = {item["kind"] for item in report["blanked"]}
    expected = {"framework", "interface", "preview", "effect", "live value", "test"}
    assert expected <= kinds, expected - kinds


def check_constructs(package):
    """Checks what became of each construct of the app."""
    expected = {
        "Birds/BirdsApp.swift": (["import ComposableArchitecture"], ["struct", "class", "@main"]),
        "Birds/Models.swift": (
            ["var color: Color", "place: CLLocationCoordinate2D?", "struct Named<Value",
             "extension Array where Element == Sighting"],
            ["ChipStyle", "var font"]),
        "Birds/Clients/LocationClient.swift": (
            ["extension LocationClient: DependencyKey", "static var liveValue",
             "request: CLLocationManagerRequest"], ["Walker()", "class Walker"]),
        "Birds/SightingFeature.swift": (
            ["#if true", "struct SightingFeature", "enum View"],
            ["struct SightingView", "#Preview"]),
        "Birds/SightingsFeature.swift": (
            ["#if GARDEN", "state.sightings.move(fromOffsets", "static var denied: Self",
             "return .run { _ in\n          leftOut()"],
            ["UIApplication", "SightingsView", "SightingsPreviews"]),
    }
    for name, (taken, left_out) in expected.items():
        text = (package / "Sources" / name).with_suffix(".port.swift").read_text()
        for words in taken:
            assert words in text, f"{name} lacks '{words}'"
        for words in left_out:
            assert words not in text, f"{name} has '{words}'"
    names = {path.name for path in package.rglob("*.xcassets")}
    assert not names, names


def check_failures(port):
    """Plants a failure and an error, and checks their places."""
    tests = port.app / "BirdsTests" / "SightingsTests.swift"
    words = '#expect(Mark.common.color == .green)'
    replace(tests, words, words.replace(".green", ".red"))
    port.port()
    line, column = place(tests, "#expect(Mark.common.color")
    output = port.test(codes=(1,))
    assert f"SightingsTests.swift:{line}:{column}" in output, output
    replace(tests, ".red", ".green")

    source = port.app / "Birds" / "SightingsFeature+Summary.swift"
    replace(source, "  var summary", "  #warning(\"here\")\n  var summary")
    port.port()
    line, column = place(source, '"here"')
    output = run(SWIFT, "build", "--package-path", port.package)
    log = port.package / ".build" / "port" / "build-1.log"
    assert f"{source}:{line}:{column}: warning: here" in output + log.read_text(), output


def check_compiled(port):
    """Changes one source, and checks which files are compiled."""
    source = port.app / "Birds" / "SightingsFeature+Summary.swift"
    replace(source, '  #warning("here")\n', "")
    port.port()
    run(SWIFT, "build", "--build-tests", "--package-path", port.package)
    replace(source, "species\"", "kinds\"")
    port.port()
    log = (port.package / ".build" / "port" / "build-1.log").read_text()
    compiled = set(re.findall(r"Compiling (\w+)", log))
    assert "Birds" in compiled, log
    assert compiled <= {"Birds", "BirdsTests"}, compiled


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    port = Port(options.program.resolve())
    check_report(port.port())
    check_constructs(port.package)
    output = port.test()
    assert "Test run with 5 tests in 1 suite passed" in output, output
    assert "Executed 4 tests, with 0 failures" in output, output
    before = contents(port.package)
    check_report(port.port())
    assert contents(port.package) == before, "a second port changed the package"
    check_failures(port)
    check_compiled(port)
    check_recording(port)
    print("the app was ported; its 13 tests pass, faults are reported at their places, and its "
          "sessions are recorded, replayed and explored")


if __name__ == "__main__":
    sys.exit(main())
