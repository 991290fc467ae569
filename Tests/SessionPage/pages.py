"""What the tests of the page share: the program, its logs, and pages made of them."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = ROOT / "Tests" / "Sessions"
PROGRAM = os.path.abspath(os.environ.get("REPRISE") or ROOT / ".build" / "debug" / "reprise")


def golden_logs():
    return sorted(SESSIONS.rglob("*.reprise"))


def run(*words, lines=None, check=True):
    """What the program prints."""
    text = None if lines is None else "".join(f"{line}\n" for line in lines)
    result = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, text=True, cwd=ROOT)
    if check and result.returncode:
        raise AssertionError(f"{words[0]}: {result.stderr}")
    return result.stdout


def make_page(file, *logs):
    """Makes a page of logs; an empty one without."""
    run("report", *logs, "-o", file, "--force")
    return file.as_uri()


def record(log, lines):
    """Records the actions of a script."""
    run("record", log, "--quiet", "--force", "--script", "-", lines=lines)
    return log


def states(log, numbers):
    """The state after each of some steps, as `show --at N --json` prints it."""
    def state(number):
        shown = run("show", log, "--at", number, "--json", check=False)
        return json.loads(shown)["state"] if shown else None
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return list(pool.map(state, numbers))


def diverging(log, source, step, path, shift):
    """Writes a copy of a log in which a step, and all that follow, recorded another number at a path."""
    lines, moved = [], False
    for line in run("export", source).splitlines():
        entry = json.loads(line)
        for change in entry.get("changes", []):
            if change["path"] != path:
                continue
            change["old"] += shift if moved else 0
            moved = moved or entry["step"] == step
            change["new"] += shift if moved else 0
        lines.append(json.dumps(entry))
    run("import", "-", "-o", log, "--force", lines=lines)
    return log


def replayed_message(log):
    """What `replay` says of a log that it cannot read, without its name."""
    result = json.loads(run("replay", "--json", log, check=False))["logs"][0]
    return re.sub(f"^{re.escape(str(log))}: ", "", result["message"])
