#!/usr/bin/env python3
"""Generates a test from each golden session, and compiles and runs them all without a warning.

With --faults, small faults are planted in the reducers and their effects and removed again, one at
a time. The same sessions must fail as tests and as logs.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(".build/generated-tests/Sessions")

# Tests that do not correspond to a golden session.
OTHERS = ["screens-of-the-tour.swift", "faulty-app.swift"]

# The other test targets are already built, so they are excluded.
ONLY = {"GENERATED_TESTS": "1", "TEST_TARGETS": "GeneratedSessionTests"}

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


def run(arguments, folder, check=True, environment=None):
    result = subprocess.run(
        arguments, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, **(environment or {})))
    if check and result.returncode != 0:
        command = " ".join(map(str, arguments))
        sys.exit(f"{command}: exit {result.returncode}\n{result.stdout[-4000:]}")
    return result


def logs(folder):
    return sorted((folder / "Tests/Sessions").glob("*.reprise"))


def generate_others(folder, tests):
    """Generates a test of screens, and a test of an app that is a single executable."""
    tests = pathlib.Path(tests)
    run([".build/debug/reprise", "generate-test", "Tests/Sessions/tour.reprise", "--screen",
         "-o", tests / OTHERS[0], "--force"], folder)
    log = tests.parent / "faulty.reprise"
    (tests.parent / "faulty.txt").write_text("dig\nchatter\ndig\n")
    run([".build/debug/FaultyApp", "run", "--record", log, "--script", tests.parent / "faulty.txt",
         "--quiet", "--force", "--data-dir", tests.parent / "data"], folder)
    run([".build/debug/FaultyApp", "generate-test", log, "-o", tests / OTHERS[1], "--force"],
        folder)


def generate(folder):
    """Generates the tests with the built executable.

    The modification date of an unchanged test stays the same.
    """
    tests = folder / FOLDER
    tests.mkdir(parents=True, exist_ok=True)
    wanted = {log.stem + ".swift" for log in logs(folder)}
    for old in tests.iterdir():
        if old.name not in wanted and old.name not in OTHERS:
            old.unlink()
    generate_others(folder, tests)
    for log in logs(folder):
        new = tests.parent / f"{log.stem}.swift"
        run([".build/debug/reprise", "generate-test", log, "-o", new, "--force"], folder)
        path = tests / new.name
        if path.exists() and path.read_bytes() == new.read_bytes():
            new.unlink()
        else:
            new.replace(path)


def suite(stem):
    words = re.findall(r"[A-Za-z0-9]+", stem)
    return "".join(word[0].upper() + word[1:] for word in words) + "Session"


def failed_tests(folder):
    """Returns the sessions whose tests fail."""
    result = run(
        ["swift", "test", "--filter", "GeneratedSessionTests"], folder, check=False,
        environment=ONLY)
    warnings = [line for line in result.stdout.splitlines() if "generated-tests" in line
                and "warning:" in line]
    if warnings:
        sys.exit("a generated test has warnings:\n" + "\n".join(warnings))
    count = len(logs(folder)) + len(OTHERS)
    if f"Test run with {count} tests" not in result.stdout:
        sys.exit(f"{count} tests were to run:\n{result.stdout[-4000:]}")
    failed = set(re.findall(r'Suite "([^"]+)" failed', result.stdout))
    if (result.returncode == 0) != (not failed):
        sys.exit(f"exit {result.returncode}, but {failed} failed:\n{result.stdout[-4000:]}")
    return failed


def failed_logs(folder):
    """Returns the sessions that do not replay."""
    failed = set()
    for log in logs(folder):
        result = run([".build/debug/reprise", "replay", log, "--effects"], folder, check=False)
        if result.returncode not in (0, 1, 5):
            sys.exit(f"{log}: exit {result.returncode}\n{result.stdout}")
        if result.returncode != 0:
            failed.add(log.stem)
    return failed


def plant_faults():
    """Compares tests and logs with each fault planted, and returns whether they agree."""
    if run(["git", "diff", "--quiet", "--", "Features"], ROOT, check=False).returncode != 0:
        sys.exit("Features has changes that are not committed, among which no fault is planted")
    agrees = True
    for name, old, new in FAULTS:
        path = ROOT / name
        text = path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name} has '{old}' {text.count(old)} times, not once")
        path.write_text(text.replace(old, new))
        try:
            run(["swift", "build", "--product", "reprise"], ROOT, environment=ONLY)
            (as_logs, as_tests) = (failed_logs(ROOT), failed_tests(ROOT))
            as_tests -= {pathlib.PurePath(name).stem for name in OTHERS}
        finally:
            path.write_text(text)
        is_same = as_logs == as_tests and as_logs
        agrees = agrees and is_same
        print(f"{'same' if is_same else 'DIFFERENT'}: {name}: '{old}' -> '{new}'")
        print(f"  logs that fail: {', '.join(sorted(as_logs)) or 'none'}")
        if not is_same:
            print(f"  tests that fail: {', '.join(sorted(as_tests)) or 'none'}")
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", action="store_true", help="plant faults, too")
    arguments = parser.parse_args()
    generate(ROOT)
    failed = failed_tests(ROOT)
    if failed:
        sys.exit(f"generated tests fail: {', '.join(sorted(failed))}")
    print(f"{len(logs(ROOT))} golden sessions: the generated tests of each, of the tour's screens "
          "and of an executable pass")
    if arguments.faults and not plant_faults():
        sys.exit(1)


if __name__ == "__main__":
    main()
