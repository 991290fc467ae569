"""Shared parts of the page's tests: the program, its logs, and pages of logs."""

import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = ROOT / "Tests" / "Sessions"
# Calls a function of tinylogs.mjs with the arguments on standard input, and writes the log.
BUILDER = f"""
import fs from 'node:fs';
import * as logs from '{(ROOT / "Tests" / "SessionPage" / "tinylogs.mjs").as_uri()}';
process.stdout.write(logs[process.argv[1]](...JSON.parse(fs.readFileSync(0, 'utf8'))));
"""
PROGRAM = os.path.abspath(os.environ.get("REPRISE") or ROOT / ".build" / "debug" / "reprise")
# Texts that the page must show as they are.
HOSTILE = ["<img src=x onerror='window.hostile=1'>", "<script>window.hostile=1</script>",
           "</script><b>bold</b>", "\u202eevil\u2066", "javascript:alert(1)", "&lt;i&gt;",
           "{{script}}", "a\u0007b\u001b[31m", "x" * 1_000_000]


def golden_logs():
    return sorted(SESSIONS.rglob("*.reprise"))


def run(*words, lines=None, check=True):
    """Runs the program and returns its output."""
    text = None if lines is None else "".join(f"{line}\n" for line in lines)
    result = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, text=True,
                            cwd=ROOT)
    if check and result.returncode:
        raise AssertionError(f"{words[0]}: {result.stderr}")
    return result.stdout


def make_live_page(file):
    """Creates the page of a live session, for which the test acts as the server."""
    make_page(file)
    report = {"title": "running", "program": "Tiny 1.0", "logs": [],
              "live": {"events": "events?token=t", "actions": "actions?token=t",
                       "complete": "complete?token=t"}}
    element = f'<script type="application/json" id="report">{json.dumps(report)}</script>'
    text = re.sub('<script type="application/json" id="report">.*?</script>', '', file.read_text(),
                  flags=re.DOTALL)
    file.write_text(text.replace('<script type="module">', element + '<script type="module">', 1))
    return file.as_uri()


def make_page(file, *logs):
    """Creates a page of logs, or an empty viewer without logs."""
    run("report", *logs, "-o", file, "--force")
    return file.as_uri()


def record(log, lines):
    """Records the actions of a script."""
    run("record", log, "--quiet", "--force", "--script", "-", lines=lines)
    return log


def states(pool, log, numbers):
    """Starts to read the state after each of the steps, as printed by `show --at N --json`."""
    def state(number):
        shown = run("show", log, "--at", number, "--json", check=False)
        return json.loads(shown)["state"] if shown else None
    return pool.map(state, numbers)


def built_log(function, *arguments):
    """Returns the log that a function of tinylogs.mjs builds."""
    command = ["node", "--input-type=module", "--eval", BUILDER, function]
    data = json.dumps(arguments).encode()
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def tiny_log(*sizes, **options):
    """Returns a log of taps, each of which adds one to `count`, in blocks of these sizes."""
    return built_log("tinyLog", sizes, options)


def tiny_members(*sizes):
    """Returns the header and the blocks of an unfinished log of taps."""
    data, members = tiny_log(*sizes, isUnfinished=True), []
    while data:
        length = int.from_bytes(data[24:28], "little")
        members.append(data[:length])
        data = data[length:]
    return members


def diverging(log, source, step, path, shift):
    """Writes a copy of a log in which a step adds `shift` to the number at a path."""
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


def changed_call(log, source, name, arguments):
    """Writes a copy of a log in which an effect called an endpoint with other arguments."""
    lines = []
    for line in run("export", source).splitlines():
        entry = json.loads(line)
        if entry["kind"] == "call" and entry["endpoint"] == name:
            entry["arguments"] = arguments
        lines.append(json.dumps(entry))
    run("import", "-", "-o", log, "--force", lines=lines)
    return log


def replayed_message(log):
    """Returns the message of `replay` for an unreadable log, without the log's name."""
    result = json.loads(run("replay", "--json", log, check=False))["logs"][0]
    return re.sub(f"^{re.escape(str(log))}: ", "", result["message"])


def calls_log(texts=("Milk",), step_count=4):
    """Returns a log whose first step starts an effect that makes a call with each text."""
    return built_log("callsLog", texts, step_count)
