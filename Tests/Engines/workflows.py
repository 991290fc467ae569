"""Checks the workflows of Examples/CI, whose commands run on this machine."""

import shutil
import subprocess

from kits import KITS


def check_workflows(program, folder, single):
    try:
        import yaml
    except ImportError:
        return print("the workflows are left out: python3-yaml is not installed")
    for name, run in ("github", run_github), ("gitlab", run_gitlab):
        workflow = yaml.safe_load((KITS / f"{name}.yml").read_text())
        place = folder / name
        (place / "bin").mkdir(parents=True)
        shutil.copy(program.path, place / "bin" / "MyApp")
        (place / "logs").symlink_to(folder / "logs")
        lines = run(workflow, place, program).splitlines(keepends=True)
        report = "".join(line for line in lines if not line.startswith("::"))
        single.check(name, place / "results", place / "results.xml", report)
        print(f"{name}.yml: its commands replay and merge as one run")


def shell(script, place, program, **variables):
    """Runs the script of a job with a different folder of logs, like a user of the workflow."""
    script = script.replace("replay Sessions", "replay logs")
    environment = program.environment(**variables)
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=place, env=environment, text=True, capture_output=True)


def run_github(workflow, place, program):
    """Runs the commands of the jobs as GitHub does, and returns the output of the merge."""
    jobs = workflow["jobs"]
    assert list(jobs) == ["build", "replay", "merge"]
    assert jobs["replay"]["needs"] == "build" and set(jobs["merge"]["needs"]) == {"build", "replay"}
    assert jobs["merge"]["if"] == "always()" and jobs["replay"]["strategy"]["fail-fast"] is False
    uses = {job: [step for step in jobs[job]["steps"] if "uses" in step] for job in jobs}
    uploads = {
        step["with"]["name"]: step for job in jobs for step in uses[job]
        if step["uses"].startswith("actions/upload-artifact@")}
    assert list(uploads) == ["program", "results-${{ matrix.shard }}", "report"]
    assert all(uploads[name]["if"] == "always()" for name in list(uploads)[1:])
    downloads = [step["with"] for step in uses["merge"] if "download-artifact" in step["uses"]]
    assert [part.get("name", part.get("pattern")) for part in downloads] == ["program", "results-*"]
    assert downloads[1]["merge-multiple"] is True
    shards = jobs["replay"]["strategy"]["matrix"]["shard"]
    assert shards == list(range(1, len(shards) + 1))
    command, = [step["run"] for step in jobs["replay"]["steps"] if "run" in step]
    caches = [step for step in uses["replay"] if "cache" in step["uses"]]
    assert all(f"--cache {step['with']['path']}" in command for step in caches) and len(caches) == 2
    for index in shards:
        script = command.replace("${{ matrix.shard }}", str(index)) \
            .replace("${{ strategy.job-total }}", str(len(shards)))
        assert "${{" not in script
        result = shell(script, place, program, GITHUB_ACTIONS="true")
        assert result.returncode in (0, 1, 3, 4, 5), result
        assert "::error" not in result.stdout, "a shard prints annotations, and the merge again"
    command, = [step["run"] for step in jobs["merge"]["steps"] if "run" in step]
    result = shell(command, place, program, GITHUB_ACTIONS="true")
    assert result.returncode == 4 and "::error" in result.stdout, result
    assert uploads["report"]["with"]["path"] == "results.xml"
    return result.stdout


def run_gitlab(workflow, place, program):
    """Runs the commands of the jobs as GitLab does, and returns the output of the merge."""
    assert workflow["stages"] == ["build", "replay", "merge"]
    jobs = {name: workflow[name] for name in workflow["stages"]}
    assert all(job["stage"] == name for name, job in jobs.items())
    assert jobs["replay"]["needs"] == ["build"]
    assert set(jobs["merge"]["needs"]) == {"build", "replay"}
    assert jobs["merge"]["when"] == "always" and jobs["replay"]["artifacts"]["when"] == "always"
    assert jobs["replay"]["artifacts"]["paths"] == ["results"]
    assert jobs["build"]["artifacts"]["paths"] == ["bin/MyApp"]
    assert jobs["merge"]["artifacts"]["reports"]["junit"] == "results.xml"
    count = jobs["replay"]["parallel"]
    for index in range(1, count + 1):
        result = shell(
            "\n".join(jobs["replay"]["script"]), place, program, CI_NODE_INDEX=str(index),
            CI_NODE_TOTAL=str(count))
        assert result.returncode in (0, 1, 3, 4, 5), result
        assert f"shard {index}/{count}, by CI_NODE_INDEX" in result.stderr, result.stderr
    result = shell("\n".join(jobs["merge"]["script"]), place, program)
    assert result.returncode == 4, result
    return result.stdout
