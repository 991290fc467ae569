#!/usr/bin/env python3
"""Parses the reports of a replay with other tools.

The tools are junitparser for JUnit, Python for JSON, and the published rules of GitHub's workflow
commands for annotations.

One fault makes five hundred logs fail, and a second fault crashes the app in ten logs. Without
junitparser, which `make reports` installs, Python's own XML parser reads the JUnit report.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

try:
    import junitparser
except ImportError:
    junitparser = None

HOSTILE = ["a,b.reprise", "c:d.reprise", "50%0A.reprise", "x&<y>\"'.reprise", "::error::.reprise",
           "line\nend.reprise", "carriage\r.reprise", "naïve ümlaut.reprise"]


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def run(self, *arguments, lines=(), **variables):
        environment = {key: value for key, value in os.environ.items() if key != "GITHUB_ACTIONS"}
        result = subprocess.run(
            [self.path, *arguments], input="".join(f"{line}\n" for line in lines).encode(),
            capture_output=True, cwd=self.folder, env={**environment, **variables})
        # The output is decoded here, because as text, a CR would end a line for Python.
        result.stdout, result.stderr = result.stdout.decode(), result.stderr.decode()
        return result


def make_logs(program, folder, count, crashes):
    """Records sessions, and copies them to fill a corpus.

    The smallest log is 'logs/small.reprise'.
    """
    logs = folder / "logs"
    logs.mkdir()
    for name, lines in [("small", ["dig"]), ("large", ["dig"] * 5),
                        ("crash", ["chatter", "giveUp"])]:
        result = program.run("record", f"{name}.reprise", lines=lines, FAULTY_FIXED="1")
        assert result.returncode == 0, result.stderr
    shutil.copy(folder / "small.reprise", logs / "small.reprise")
    names = HOSTILE + [f"{number:03}.reprise" for number in range(count - 1 - len(HOSTILE))]
    for name in names:
        shutil.copy(folder / "large.reprise", logs / name)
    for number in range(crashes):
        shutil.copy(folder / "crash.reprise", logs / f"crash-{number:02}.reprise")
    return {"logs/small.reprise"} | {f"logs/{name}" for name in names}


def check_text(output, count, crashes):
    lines = output.rstrip("\n").split("\n")
    assert len(lines) <= 40, f"{len(lines)} lines do not fit on a screen"
    assert any(line.startswith(f"{count} logs: state diverged in dig: depth")
               for line in lines), output
    assert any(line.startswith(f"{crashes} logs: crashed in giveUp: ") for line in lines), output
    assert any(line.startswith("logs/small.reprise: state diverged at step 1 of 1")
               for line in lines)
    assert lines[-1].startswith(f"{count + crashes} logs: {count} diverged, {crashes} crashed")


def check_json(output, diverged, crashes):
    assert output.count("\n") == 1, "not one line"
    results = json.loads(output)
    assert results["exitCode"] == 5
    crashed, other = results["groups"]
    assert crashed["verdict"] == "crashed" and crashed["action"] == "giveUp"
    assert crashed["count"] == crashes
    assert other["verdict"] == "state diverged" and other["action"] == "dig"
    assert other["subject"] == "depth"
    assert other["count"] == len(diverged) and set(other["logs"]) == diverged
    assert other["logs"][0] == "logs/small.reprise"
    assert len(results["logs"]) == len(diverged) + crashes


def check_junit_elements(path, diverged, crashes):
    """Checks the structure of the report with Python's own parser."""
    root = xml.etree.ElementTree.parse(path).getroot()
    suite, = root
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    total = 0
    for case in suite:
        assert set(case.attrib) == {"classname", "name", "file", "time"}, case.attrib
        assert re.fullmatch(r"\d+\.\d{6}", case.get("time")), case.get("time")
        assert case.get("classname") == "Faulty.logs", case.get("classname")
        total += float(case.get("time"))
    assert abs(float(suite.get("time")) - total) < 1e-3, "the times have another sum"
    for element in (root, suite):
        counts = [int(element.get(name)) for name in ("tests", "failures", "errors", "skipped")]
        assert counts == [len(diverged) + crashes, len(diverged), crashes, 0], counts
    files = {case.get("file") for case in suite if case.find("failure") is not None}
    assert files == diverged, files ^ diverged


def check_junit_parser(path, diverged, crashes):
    """Checks the meaning of the report with the library that other tools use."""
    document = junitparser.JUnitXml.fromfile(str(path))
    suites = list(document)
    assert len(suites) == 1 and suites[0].name == "Faulty"
    cases = list(suites[0])
    assert len({(case.classname, case.name) for case in cases}) == len(diverged) + crashes
    failures = [case for case in cases
                if any(isinstance(r, junitparser.Failure) for r in case.result)]
    errors = [case for case in cases if any(isinstance(r, junitparser.Error) for r in case.result)]
    assert (len(failures), len(errors)) == (len(diverged), crashes)
    assert all(case.time is not None and case.time > 0 for case in cases)
    assert all(case.result[0].type == "state diverged" for case in failures)
    assert all("depth: expected" in case.result[0].text for case in failures)
    before = (document.tests, document.failures, document.errors, round(document.time, 3))
    document.update_statistics()
    after = (document.tests, document.failures, document.errors, round(document.time, 3))
    assert before == after, f"the counts are {before} and should be {after}"


def annotations(output):
    """Returns the commands in an output: `::name key=value,…::message`, without escapes."""
    found = []
    for line in output.split("\n"):
        if not line.lstrip().startswith("::"):
            continue
        match = re.fullmatch(
            r"::error ((?:[a-zA-Z]+=[^:,\r\n]*)(?:,[a-zA-Z]+=[^:,\r\n]*)*)::([^\r\n]*)", line)
        assert match, f"not a command: {line!r}"
        for text in match.groups():
            assert not re.search(r"%(?!25|0D|0A|3A|2C)", text), f"a bare %: {text!r}"
        properties = {}
        for pair in match.group(1).split(","):
            key, value = pair.split("=", 1)
            assert key in {"file", "title", "line", "col", "endLine", "endColumn"}, key
            for escape, scalar in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","),
                                   ("%25", "%")]:
                value = value.replace(escape, scalar)
            properties[key] = value
        message = match.group(2)
        for escape, scalar in [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
            message = message.replace(escape, scalar)
        found.append((properties, message))
    return found


def check_annotations(program, output, plain, crashes, count):
    assert not annotations(plain), "annotations where nobody asked for them"
    crashed, diverged = annotations(output)
    assert crashed[0]["file"] == "logs/crash-00.reprise"
    assert diverged[0] == {"file": "logs/small.reprise", "title": "state diverged in dig: depth"}
    assert f"the same in {count - 1} other logs" in diverged[1]
    assert f"the same in {crashes - 1} other logs" in crashed[1]
    for name in HOSTILE:
        result = program.run(
            "replay", f"logs/{name}", FAULTY_TWICE="1", FAULTY_FIXED="1", GITHUB_ACTIONS="true")
        (properties, _), = annotations(result.stdout)
        assert properties["file"] == f"logs/{name}", properties
    result = program.run(
        "replay", "logs/small.reprise", "--json", FAULTY_TWICE="1", GITHUB_ACTIONS="true")
    json.loads(result.stdout)
    assert len(annotations(result.stderr)) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the executable FaultyApp")
    parser.add_argument("--logs", type=int, default=500)
    parser.add_argument("--crashes", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = Program(os.path.abspath(options.program), folder)
        diverged = make_logs(program, folder, options.logs, options.crashes)
        fault = {"FAULTY_TWICE": "1"}
        plain = program.run("replay", "logs", "--junit", "r.xml", **fault)
        assert plain.returncode == 5, plain.stderr
        check_text(plain.stdout, options.logs, options.crashes)
        check_json(program.run("replay", "logs", "--json", **fault).stdout, diverged,
                   options.crashes)
        marked = program.run("replay", "logs", GITHUB_ACTIONS="true", **fault)
        check_annotations(program, marked.stdout, plain.stdout, options.crashes, options.logs)
        # An XML attribute cannot contain a literal CR or LF, but the parser restores both from
        # references.
        check_junit_elements(folder / "r.xml", diverged, options.crashes)
        standard = program.run("replay", "logs", "--junit", "-", **fault)
        (folder / "standard.xml").write_text(standard.stdout, encoding="utf-8")
        for report in ("r.xml", "standard.xml"):
            check_junit_elements(folder / report, diverged, options.crashes)
            if junitparser:
                check_junit_parser(folder / report, diverged, options.crashes)
    reader = (f"junitparser {junitparser.version}" if junitparser
              else "Python alone, without junitparser")
    print(f"{options.logs + options.crashes} logs: text, JSON, JUnit and annotations read by "
          f"{reader}")


if __name__ == "__main__":
    sys.exit(main())
