#!/usr/bin/env python3
"""Lists the lines and branches of the sample's reducers that no golden session runs.

Builds the program with coverage in a separate folder, replays each log of a corpus in a separate
process, and reports the compiler's counts for the files that contain reducers.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "coverage"
PROGRAM = SCRATCH / "debug" / "reprise"
# The kind of a region of code in llvm-cov's JSON; the others are skipped text, gaps and branches.
CODE = 0


def run(*command, **variables):
    result = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, text=True, capture_output=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} gave "
                 f"{result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


def tool(name):
    """Returns the path of a tool in the compiler's toolchain."""
    swift = run("sh", "-c", "readlink -f \"$(command -v swift)\"").strip()
    path = pathlib.Path(swift).parent / name
    return str(path) if path.exists() else name


def is_reducer(path):
    text = path.read_text()
    return "Reduce {" in text or "func reduce(" in text


def profile(logs, folder):
    """Replays logs, and returns their merged coverage."""
    for number, log in enumerate(logs):
        # Workers exit without writing their counts. With --tail, the process replays the log
        # itself.
        run(PROGRAM, "replay", "--tail", log, LLVM_PROFILE_FILE=f"{folder}/{number}.profraw")
    merged = f"{folder}/all.profdata"
    run(tool("llvm-profdata"), "merge", "--sparse", "-o", merged, *folder.glob("*.profraw"))
    return json.loads(run(
        tool("llvm-cov"), "export", "--instr-profile", merged, PROGRAM, ROOT / "Features"))


def regions(counts):
    """Returns the code regions of each file, with the sum of their counts over all functions."""
    files = {}
    for function in counts["data"][0]["functions"]:
        for line, column, end, end_column, count, file, _, kind in function["regions"]:
            if kind == CODE:
                places = files.setdefault(function["filenames"][file], {})
                place = (line, column, end, end_column)
                places[place] = places.get(place, 0) + count
    return files


def text_of(lines, place):
    """Returns the first line of a region, truncated if it is long."""
    line, column, end, end_column = place
    text = lines[line - 1][column - 1:end_column - 1 if end == line else None].strip()
    if text == "{" and line < end:
        text = "{ " + lines[line].strip()
    return text if len(text) <= 60 else text[:59] + "…"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*",
                        default=sorted((ROOT / "Tests" / "Sessions").glob("*.reprise")))
    options = parser.parse_args()
    # The compiler plugin is instrumented too, and would write a profile into this folder.
    run("swift", "build", "--product", "reprise", "--scratch-path", SCRATCH,
        "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping",
        LLVM_PROFILE_FILE=os.devnull)
    with tempfile.TemporaryDirectory() as name:
        files = regions(profile(options.logs, pathlib.Path(name)))
    total = missed = 0
    for name, places in sorted(files.items()):
        path = pathlib.Path(name)
        if ROOT / "Features" not in path.parents or not is_reducer(path):
            continue
        idle = sorted(place for place, count in places.items() if count == 0)
        # Regions nested in a region that never ran add no information.
        idle = [place for place in idle if not any(
            other != place and other[:2] <= place[:2] and place[2:] <= other[2:] for other in idle)]
        total, missed = total + len(places), missed + len(idle)
        lines = path.read_text().split("\n")
        print(f"{path.relative_to(ROOT)}: {len(places)} branches, {len(idle)} never run")
        for place in idle:
            print(f"  {place[0]}:{place[1]}: {text_of(lines, place)}")
    if total == 0:
        sys.exit("nothing was counted")
    print(f"{len(options.logs)} logs: {total - missed} of {total} branches of reducers")


if __name__ == "__main__":
    sys.exit(main())
