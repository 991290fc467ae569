#!/usr/bin/env python3
"""Runs the steps of action.yml like GitHub, on golden sessions, a divergence and wrong inputs.

The commands run in bash with the variables that GitHub sets. The actions that the steps use are
simulated: the cache is a folder of keys, and an artifact a folder of files.
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

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "SessionPage"))

from chromium import Chromium, find_chromium  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
SESSIONS = ["counter", "prime-modal"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the executable reprise")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        job = Job(pathlib.Path(name), pathlib.Path(options.program).resolve())
        check_green(job)
        check_divergence(job)
        check_shards(job)
        check_effects(job)
        check_build(job)
        check_hostile_inputs(job)
        check_wrong_inputs(job)


class Run:
    """The results of the steps of one use of the action."""

    def __init__(self):
        self.output, self.code = "", 0
        self.steps, self.artifacts, self.annotations = {}, {}, []
        self.summary, self.has_cache = "", False

    @property
    def outputs(self):
        return {name: expand(output["value"], self.context({}))
                for name, output in ACTION["outputs"].items()}

    def context(self, inputs):
        return {**{f"inputs.{key}": value for key, value in inputs.items()},
                **{f"steps.{step}.outputs.{key}": value
                   for step, outputs in self.steps.items() for key, value in outputs.items()},
                "github.run_id": "77", "github.run_attempt": "1"}


def expand(text, context):
    """Replaces the expressions of a text. A missing value is empty, as at GitHub."""
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: context.get(match[1], ""), str(text))


def holds(condition, context, has_failed):
    """Evaluates the condition of a step.

    A condition has comparisons that are joined by `&&`, possibly with `always()`.
    """
    parts = condition.split(" && ") if condition else []
    if "always()" not in parts and has_failed:
        return False
    for part in parts:
        if part == "always()":
            continue
        name, operator, value = re.fullmatch(r"([\w.-]+) (==|!=) '(.*)'", part).groups()
        if (context.get(name, "") == value) != (operator == "=="):
            return False
    return True


class Job:
    """A job of a workflow: its workspace with the app and its logs, and earlier jobs' caches."""

    def __init__(self, folder, program):
        self.folder, self.workspace = folder, folder / "workspace"
        self.caches = folder / "caches"
        for path in self.workspace / "bin", self.workspace / "Sessions", self.caches:
            path.mkdir(parents=True)
        shutil.copy(program, self.workspace / "bin" / "MyApp")
        for session in SESSIONS:
            shutil.copy(ROOT / "Tests" / "Sessions" / f"{session}.reprise",
                        self.workspace / "Sessions")

    def program(self, *arguments, **options):
        return subprocess.run(
            [self.workspace / "bin" / "MyApp", *arguments], cwd=self.workspace, check=True,
            text=True, capture_output=True, **options).stdout

    def use(self, **given):
        """Runs the steps of the action with the given inputs, in a job of its own."""
        inputs = {name: str(field.get("default", "")) for name, field in ACTION["inputs"].items()}
        inputs.update({"executable": "bin/MyApp", "build": "", **given})
        unknown = set(inputs) - set(ACTION["inputs"])
        assert not unknown, unknown
        self.temporary = self.folder / "temp"
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir()
        run = Run()
        for step in ACTION["runs"]["steps"]:
            context = run.context(inputs)
            if not holds(step.get("if"), context, run.code != 0):
                continue
            if "uses" in step:
                parameters = {key: expand(value, context) for key, value in step["with"].items()}
                self.simulated(step["uses"], parameters, run)
            else:
                self.run(step, context, run)
        run.annotations = re.findall(r"^::error (.*)$", run.output, re.MULTILINE)
        return run

    def run(self, step, context, run):
        assert "${{" not in step["run"], "a shell would parse the text of an expression as code"
        files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            path.write_text("")
        script = self.temporary / "step.sh"
        script.write_text(step["run"])
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith(("GITHUB_", "REPRISE"))}
        environment |= {key: expand(value, context) for key, value in step.get("env", {}).items()}
        environment |= {key: str(path) for key, path in files.items()}
        environment |= {
            "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temporary)}
        result = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script], cwd=self.workspace,
            env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        run.output += result.stdout
        run.code = run.code or result.returncode
        lines = files["GITHUB_OUTPUT"].read_text().splitlines()
        if "id" in step:
            run.steps[step["id"]] = dict(line.split("=", 1) for line in lines)
        run.summary += files["GITHUB_STEP_SUMMARY"].read_text()

    def simulated(self, action, parameters, run):
        name = action.partition("@")[0]
        if name == "actions/cache/restore":
            found = sorted(path for path in self.caches.iterdir()
                           if path.name.startswith(parameters["restore-keys"].strip()))
            assert parameters["key"].startswith(parameters["restore-keys"].strip())
            run.has_cache = bool(found)
            if found:
                shutil.copytree(found[-1], parameters["path"], dirs_exist_ok=True)
        elif name == "actions/cache/save":
            shutil.rmtree(self.caches / parameters["key"], ignore_errors=True)
            shutil.copytree(parameters["path"], self.caches / parameters["key"])
        elif name == "actions/upload-artifact":
            assert not set(parameters["name"]) & set('":<>|*?\r\n\\/'), (
                "GitHub rejects the name of the artifact")
            folder = pathlib.Path(parameters["path"])
            run.artifacts[parameters["name"]] = {path.name: path.read_text()
                                                 for path in folder.iterdir()}
        else:
            raise AssertionError(f"{action} is not simulated")


def check_green(job):
    run = job.use()
    assert run.code == 0 and run.outputs["exit-code"] == "0", run.output
    assert "2 logs: 2 match" in run.output and "2 logs: 2 match" in run.summary, run.output
    assert not run.annotations and run.outputs["page"] == "", run.output
    assert list(run.artifacts) == ["replay"] and list(run.artifacts["replay"]) == ["replay.xml"]
    again = job.use()
    assert again.code == 0 and "2 verdicts from the cache" in again.output, again.output
    # The cache of a different build has no verdicts for this build, and is not restored.
    with open(job.workspace / "bin" / "MyApp", "ab") as executable:
        executable.write(b"\n")
    other = job.use()
    assert not other.has_cache and "from the cache" not in other.output, other.output
    without = job.use(cache="false")
    assert without.code == 0 and "from the cache" not in without.output, without.output
    page = job.use(page="always", cache="false")
    assert "replay.html" in page.artifacts["replay"]
    assert pathlib.Path(page.outputs["page"]).name == "replay.html"
    print("green: all logs match, a second job takes them from the cache, a different build "
          "does not")


def make_divergence(job, name):
    """Writes a log whose last change of the count is not the one that the app makes."""
    lines = job.program("export", "Sessions/counter.reprise").splitlines()
    position, entry, change = [
        (position, entry, change) for position, entry in enumerate(map(json.loads, lines))
        for change in entry.get("changes", []) if change["path"] == "counter.count"][-1]
    change["new"] += 40
    lines[position] = json.dumps(entry)
    (job.workspace / "changed.jsonl").write_text("\n".join(lines) + "\n")
    job.program("import", "changed.jsonl", "-o", name)


def check_divergence(job):
    name = 'Sessions/a "quoted" name, <b>.reprise'
    make_divergence(job, name)
    run = job.use()
    assert run.code == 1 and run.outputs["exit-code"] == "1", run.output
    assert "3 logs: 2 match, 1 diverged" in run.output, run.output
    assert len(run.annotations) == 1 and "state diverged" in run.annotations[0], run.annotations
    assert "::error" not in run.summary, run.summary
    assert "<b>" not in run.summary and "&lt;b&gt;" in run.summary, run.summary
    artifact = run.artifacts["replay"]
    assert sorted(artifact) == ["replay.html", "replay.xml"]
    assert "<failure" in artifact["replay.xml"]
    # The page shows the failing log alone.
    assert "a page of 1 log " in run.output and "quoted" in artifact["replay.html"], run.output
    assert "prime-modal" not in artifact["replay.html"]
    without = job.use(page="never")
    assert without.code == 1 and list(without.artifacts["replay"]) == ["replay.xml"], without.output
    print(f"divergence: exit code 1, the annotation '{run.annotations[0][:60]}…', and a page of "
          "the failing log")


def check_shards(job):
    counts, codes = [], []
    for index in 1, 2:
        run = job.use(shard=f"{index}/2", jobs="1", artifact="parts")
        assert list(run.artifacts) == [f"parts-{index}-of-2"], run.artifacts.keys()
        counts.append(run.artifacts[f"parts-{index}-of-2"]["replay.xml"].count("<testcase"))
        codes.append(run.code)
    assert sum(counts) == 3 and sorted(codes) == [0, 1], (counts, codes)
    (job.workspace / 'Sessions/a "quoted" name, <b>.reprise').unlink()
    print(f"shards: {counts[0]} and {counts[1]} logs, each with an artifact of its own")


def check_effects(job):
    """Replays a log whose steps match, but not the call of an effect."""
    shutil.copy(ROOT / "Tests" / "Sessions" / "tour.reprise", job.folder / "tour.reprise")
    job.program("export", job.folder / "tour.reprise", "-o", "tour.jsonl")
    lines = (job.workspace / "tour.jsonl").read_text()
    recorded = '"endpoint":"NthPrimeClient.find","arguments":[7]'
    assert recorded in lines
    (job.workspace / "tour.jsonl").write_text(lines.replace(recorded, recorded.replace("7", "8")))
    log = job.workspace / "Sessions" / "effect.reprise"
    job.program("import", "tour.jsonl", "-o", log)
    plain = job.use(page="always")
    assert plain.code == 0 and "3 logs: 3 match" in plain.output, plain.output
    # The cache distinguishes verified effects from steps.
    both = {"effects": "true", "options": "--effects --strict"}
    for inputs in {"effects": "true"}, {"options": "--effects"}, both:
        run = job.use(**inputs)
        assert run.code == 1 and "3 logs: 2 match, 1 diverged" in run.output, run.output
        assert len(run.annotations) == 1 and "call diverged" in run.annotations[0], run.annotations
        check_page_of_effect(run)
    log.unlink()
    green = job.use(effects="true", page="always")
    assert green.code == 0, green.output
    result = page_report(green)["logs"][0]["result"]
    assert result["verdict"] == "match" and result["effects"]["verified"] > 0, result
    print("effects: exit code 1, and a page on which the call that differs is red")


def page_report(run):
    """Returns the contents of a page."""
    html = run.artifacts["replay"]["replay.html"]
    report = re.search('<script type="application/json" id="report">(.*?)</script>', html)
    return json.loads(report[1])


def check_page_of_effect(run):
    [log] = page_report(run)["logs"]
    assert log["result"]["verdict"] == "call diverged", log
    assert log["result"]["divergence"]["step"] == 16, log
    if find_chromium() is None:
        # Like in the tests of the page.
        assert os.environ.get("CI") != "true", "there is no Chromium: 'make setup-page' installs it"
        print("the page is not opened, since there is no Chromium: 'make setup-page' installs it")
        return
    with Chromium() as browser:
        page = browser.open(pathlib.Path(run.outputs["page"]).as_uri())
        assert page.text("#verdict") == "call diverged at step 16", page.text("#verdict")
        assert page.text("#steps .differs .action") == "NthPrimeClient.find(8)"
        assert page.text("#step .differs .danger") == "NthPrimeClient.find(7)"
        colors = [page.evaluate(f"getComputedStyle(document.querySelector('{selector}')).color")
                  for selector in ("#steps .differs .summary", "#step .differs .danger",
                                   "#divergence .danger")]
        assert len(set(colors)) == 1, colors
        assert page.problems() == [], page.problems()


def check_build(job):
    (job.workspace / "built").unlink(missing_ok=True)
    run = job.use(build="cp bin/MyApp 'built app'\ntouch built", executable="built app",
                  options="--strict --paranoid")
    assert run.code == 0 and (job.workspace / "built").exists(), run.output
    failed = job.use(build="false\ntouch second")
    assert failed.code == 1 and not (job.workspace / "second").exists() and not failed.artifacts, (
        failed.output)
    print("build: a failing command ends the job before the replay")


def check_hostile_inputs(job):
    for text in "$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "--help", "a\n--version":
        for name in "logs", "shard", "jobs", "effects", "options", "executable", "page":
            run = job.use(**{name: text})
            assert not (job.workspace / "pwned").exists(), f"{name}: {text}"
            if name != "options":
                assert run.code == 2 and not run.outputs["page"], f"{name}: {text}: {run.output}"
    print("inputs: text with commands and options is never run")


def check_wrong_inputs(job):
    expected = [
        ({"executable": "bin/Missing"}, "no executable at 'bin/Missing'"),
        ({"executable": "bin"}, "no executable at 'bin'"), ({"logs": " \n"}, "no logs"),
        ({"shard": "1-4"}, "invalid shard '1-4'"), ({"page": "yes"}, "invalid value 'yes'"),
        ({"effects": "yes"}, "invalid value 'yes' of the input 'effects'")]
    for inputs, message in expected:
        run = job.use(**inputs)
        assert run.code == 2 and len(run.annotations) == 1 and message in run.annotations[0], (
            run.output)
    missing = job.use(logs="Nowhere")
    assert missing.code == 2 and "Nowhere" in missing.output, missing.output
    print("wrong inputs: each is an annotation, and exit code 2")


if __name__ == "__main__":
    main()
