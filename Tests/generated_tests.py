#!/usr/bin/env python3
"""Generates a test from each golden session of the sample app and of SyncUps, and compiles and runs
them all without a warning. No line is longer than 120 columns.

With --faults, small faults are planted in the reducers and their effects and removed again, one at
a time. The same sessions must fail as tests and as logs.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_COLUMNS = 120

# Tests that do not correspond to a golden session.
OTHERS = ["screens-of-the-tour.swift", "faulty-app.swift"]

# The file, its original text, and the planted text.
FAULTS = [
    ("Features/Counter/CounterFeature.swift", "{ state.count += 1 }", "{ state.count += 2 }"),
    (
        "Features/Counter/CounterFeature.swift",
        "return .cancel(id: CancelID.nthPrime)",
        "return .none",
    ),
    (
        "Features/ShoppingList/ShoppingListFeature.swift",
        "state.products.insert(ProductFeature.State(id: uuid()), at: 0)",
        "state.products.append(ProductFeature.State(id: uuid()))",
    ),
    (
        "Features/ShoppingList/ShoppingListFeature.swift",
        "let destination = min(max(destination, 0), state.products.count)",
        "let destination = min(max(destination, 0), state.products.count - 1)",
    ),
    (
        "Features/ShoppingList/ProductFeature.swift",
        "state.isBought.toggle()",
        "state.isBought = true",
    ),
    (
        "Features/Counter/CounterFeature.swift",
        "for await event in nthPrime.find(count) {",
        "for await event in nthPrime.find(count + 1) {",
    ),
    (
        "Features/ShoppingList/ShoppingListFeature+Saving.swift",
        "try await clock.sleep(for: Self.saveDelay)",
        "try await clock.sleep(for: Self.saveDelay * 2)",
    ),
    (
        "Features/SendMessage/SendMessageFeature.swift",
        "await send(.sendSucceeded)",
        "await send(.sendSucceeded); await send(.sendSucceeded)",
    ),
]

# The tests of SyncUps run no effects, so only the reducers get faults.
SYNC_UPS_FAULTS = [
    (
        "Sources/SyncUpsFeatures/Form/SyncUpFormFeature.swift",
        "state.focus = .attendee(attendee.id)",
        "state.focus = .title",
    ),
    (
        "Sources/SyncUpsFeatures/Detail/SyncUpDetailFeature.swift",
        "state.$syncUp.withLock { $0.replaceDetails(with: edited) }",
        "state.$syncUp.withLock { $0.title = edited.title }",
    ),
    (
        "Sources/SyncUpsFeatures/Meeting/MeetingFeature.swift",
        "min(state.secondsElapsed + 1, state.syncUp.seconds)",
        "state.secondsElapsed + 2",
    ),
    (
        "Sources/SyncUpsFeatures/Meeting/MeetingFeature+Alerts.swift",
        'TextState("The meeting is paused.")',
        'TextState("The meeting continues.")',
    ),
    (
        "Sources/SyncUpsFeatures/App/AppFeature.swift",
        "if let removed { path.pop(from: removed) }",
        "if let removed { path.pop(to: removed) }",
    ),
    (
        "Sources/SyncUpsFeatures/Transcript/TranscriptFeature.swift",
        "_ = $0.meetings.remove(id: id)",
        "_ = $0.meetings.index(id: id)",
    ),
]


def run(arguments, folder, check=True, environment=None):
    result = subprocess.run(
        arguments, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, **(environment or {})))
    if check and result.returncode != 0:
        command = " ".join(map(str, arguments))
        sys.exit(f"{command}: exit {result.returncode}\n{result.stdout[-4000:]}")
    return result


class SampleApp:
    """The sample app, whose tests are a target of the package."""

    name = "the sample app"
    folder = ROOT
    sessions = ROOT / "Tests/Sessions"
    tests = ROOT / ".build/generated-tests/Sessions"
    program = ROOT / ".build/debug/reprise"
    others = OTHERS
    faults = FAULTS
    faults_reach_all = False
    replay_options = ["--effects"]
    # The other test targets are already built, so they are excluded.
    environment = {"GENERATED_TESTS": "1", "TEST_TARGETS": "GeneratedSessionTests"}

    def prepare(self):
        """Generates a test of screens, and a test of an app that is a single executable."""
        self.tests.mkdir(parents=True, exist_ok=True)
        run([self.program, "generate-test", self.sessions / "tour.reprise", "--screen",
             "-o", self.tests / OTHERS[0], "--force"], ROOT)
        log = self.tests.parent / "faulty.reprise"
        (self.tests.parent / "faulty.txt").write_text("dig\nchatter\ndig\n")
        run([".build/debug/FaultyApp", "run", "--record", log, "--script",
             self.tests.parent / "faulty.txt", "--quiet", "--force", "--data-dir",
             self.tests.parent / "data"], ROOT)
        run([".build/debug/FaultyApp", "generate-test", log, "-o", self.tests / OTHERS[1],
             "--force"], ROOT)

    def check_no_changes(self):
        if run(["git", "diff", "--quiet", "--", "Features"], ROOT, check=False).returncode != 0:
            sys.exit(
                "Features has changes that are not committed, among which no fault is planted")

    def build(self):
        run(["swift", "build", "--product", "reprise"], ROOT, environment=self.environment)

    def run_tests(self):
        return run(["swift", "test", "--filter", "GeneratedSessionTests"], ROOT, check=False,
                   environment=self.environment)


class SyncUps:
    """A copy of the deep example, whose only test target has the generated tests."""

    name = "SyncUps"
    original = ROOT / "Examples/SyncUps"
    folder = ROOT / ".build/generated-tests/SyncUps"
    sessions = original / "Sessions"
    tests = folder / "Tests/GeneratedSessionTests"
    packages = ROOT / ".build/packages"
    program = packages / "debug/SyncUps"
    others = []
    faults = SYNC_UPS_FAULTS
    faults_reach_all = True
    replay_options = []

    def prepare(self):
        self.tests.mkdir(parents=True, exist_ok=True)
        manifest = (self.original / "Package.swift").read_text()
        for old, new in [('"SyncUpsTests"', '"GeneratedSessionTests"'),
                         ('path: "../.."', 'path: "../../.."')]:
            if manifest.count(old) != 1:
                sys.exit(f"the manifest of SyncUps has {old} {manifest.count(old)} times, not once")
            manifest = manifest.replace(old, new)
        copy(manifest.encode(), self.folder / "Package.swift")
        for path in (self.original / "Sources").rglob("*.swift"):
            copy(path.read_bytes(), self.folder / path.relative_to(self.original))
        self.build()

    def check_no_changes(self):
        """The faults are planted in the copy."""

    def build(self):
        run(["swift", "build", "--scratch-path", self.packages, "--product", "SyncUps"],
            self.folder)

    def run_tests(self):
        return run(["swift", "test", "--scratch-path", self.packages, "--filter",
                    "GeneratedSessionTests"], self.folder, check=False)


def copy(content, path):
    """Writes a file, unless it has the content already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def logs(app):
    return sorted(app.sessions.glob("*.reprise"))


def generate(app):
    """Generates the tests with the built executable.

    The modification date of an unchanged test stays the same.
    """
    app.prepare()
    wanted = {log.stem + ".swift" for log in logs(app)} | set(app.others)
    for old in app.tests.iterdir():
        if old.name not in wanted:
            old.unlink()
    new = app.tests.parent / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    for log in logs(app):
        path = new / f"{log.stem}.swift"
        run([app.program, "generate-test", log, "-o", path], app.folder)
        copy(path.read_bytes(), app.tests / path.name)
    shutil.rmtree(new)
    for path in app.tests.iterdir():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if len(line) > MAX_COLUMNS:
                sys.exit(f"{path}:{number}: {len(line)} columns, and {MAX_COLUMNS} are allowed")


def failed_tests(app):
    """Returns the sessions whose tests fail."""
    result = app.run_tests()
    warnings = [line for line in result.stdout.splitlines() if "warning:" in line
                and str(app.tests) in line]
    if warnings:
        sys.exit("a generated test has warnings:\n" + "\n".join(warnings))
    count = len(logs(app)) + len(app.others)
    if f"Test run with {count} tests" not in result.stdout:
        sys.exit(f"{count} tests were to run:\n{result.stdout[-4000:]}")
    failed = set(re.findall(r'Suite "([^"]+)" failed', result.stdout))
    if (result.returncode == 0) != (not failed):
        sys.exit(f"exit {result.returncode}, but {failed} failed:\n{result.stdout[-4000:]}")
    return failed


def failed_logs(app):
    """Returns the sessions that do not replay."""
    failed = set()
    for log in logs(app):
        result = run([app.program, "replay", log] + app.replay_options, app.folder, check=False)
        if result.returncode not in (0, 1, 5):
            sys.exit(f"{log}: exit {result.returncode}\n{result.stdout}")
        if result.returncode != 0:
            failed.add(log.stem)
    return failed


def plant_faults(app):
    """Compares tests and logs with each fault planted, and returns whether they agree."""
    app.check_no_changes()
    agrees = True
    reached = set()
    for name, old, new in app.faults:
        path = app.folder / name
        text = path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name} has '{old}' {text.count(old)} times, not once")
        path.write_text(text.replace(old, new))
        try:
            app.build()
            (as_logs, as_tests) = (failed_logs(app), failed_tests(app))
            as_tests -= {pathlib.PurePath(name).stem for name in app.others}
        finally:
            path.write_text(text)
        is_same = as_logs == as_tests and as_logs
        agrees = agrees and is_same
        reached |= as_tests
        print(f"{'same' if is_same else 'DIFFERENT'}: {name}: '{old}' -> '{new}'")
        print(f"  logs that fail: {', '.join(sorted(as_logs)) or 'none'}")
        if not is_same:
            print(f"  tests that fail: {', '.join(sorted(as_tests)) or 'none'}")
    unreached = {log.stem for log in logs(app)} - reached
    if app.faults_reach_all and unreached:
        print(f"tests that no fault breaks: {', '.join(sorted(unreached))}")
        return False
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", action="store_true", help="plant faults, too")
    parser.add_argument("--app", choices=["sample", "sync-ups"], help="check one app only")
    arguments = parser.parse_args()
    apps = {"sample": SampleApp(), "sync-ups": SyncUps()}
    agrees = True
    for app in [apps[arguments.app]] if arguments.app else apps.values():
        generate(app)
        failed = failed_tests(app)
        if failed:
            sys.exit(f"generated tests of {app.name} fail: {', '.join(sorted(failed))}")
        print(f"{len(logs(app))} golden sessions of {app.name}: the generated tests of each"
              f"{' and of 2 other sessions' if app.others else ''} pass")
        if arguments.faults:
            agrees = plant_faults(app) and agrees
    if not agrees:
        sys.exit(1)


if __name__ == "__main__":
    main()
