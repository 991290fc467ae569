"""The scenes of the documentation's pictures, and a stamp of what each picture shows.

A stamp is a digest of the text of a terminal, or of the page's sources and the logs that the page
shows. A picture is older than what it shows if its stamp differs from the stamp in `stamps.json`.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "Documentation" / "Pictures"
STAMPS = PICTURES / "stamps.json"
# `rooms.py` draws and checks this picture.
ROOMS = PICTURES / "rooms.svg"
SESSIONS = ROOT / "Tests" / "Sessions"
sys.path.append(str(ROOT / "Tests" / "Documentation"))

from screens import normalized  # noqa: E402
from terminal import Terminal  # noqa: E402


@dataclass
class Scene:
    """A command at a terminal, and its keys, each between two texts that must appear."""

    command: str
    size: tuple[int, int]
    keys: list[tuple[str, str]]


TERMINALS = {
    "shell.png": Scene(
        "{program} run --record s.reprise --data-dir data", (90, 22),
        [("", "Counter"), ("++p", "isPrimeModalShown")]),
    **{name: Scene(
        "{sync_ups} play edit.reprise", size,
        [("", "state diverged"), ("d", "The replay diverged here")])
       for name, size in (("player.png", (120, 40)), ("player-small.png", (80, 24)))},
}
# The deep app whose sessions the pages show, built by `make pictures`.
SYNC_UPS = ROOT / ".build" / "packages" / "debug" / "SyncUps"
EDITED = ROOT / "Examples" / "SyncUps" / "Sessions" / "edit.reprise"
# The step with which the failing session ends, and the recorded value that the app does not give.
FAILURE = (11, "problem", "noAttendee")
# The windows in which the failing session is shown, with the scale of the picture.
WINDOWS = {"failure": (1280, 800, 2), "failure-wide": (1920, 1080, 1),
           "failure-phone": (390, 844, 2)}
THEMES = ("light", "dark")
TIMELINE = [f"{SESSIONS}/tour.reprise", "--svg", "--from", "36", "--to", "61"]


def failing_log(folder):
    """Writes the beginning of a session of SyncUps with a value that a replay does not give."""
    last, field, value = FAILURE
    lines = []
    for line in printed(SYNC_UPS, "export", EDITED).splitlines():
        entry = json.loads(line)
        if entry.get("step", 0) > last:
            break
        if entry.get("step") == last:
            next(change for change in entry["changes"]
                 if change["path"].endswith(f".{field}"))["new"] = value
        lines.append(json.dumps(entry))
    log = pathlib.Path(folder, "edit.reprise")
    printed(SYNC_UPS, "import", "-", "-o", log, input="\n".join(lines))
    return log


def digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode()
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()[:16]


def page_sources():
    """Returns the bytes of the page's script and style."""
    folder = ROOT / "Tools" / "SessionPage"
    return [path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.suffix in (".js", ".css", ".html")]


def scene_command(scene, program, folder):
    """Returns the command of a scene. Logs that it names are in the folder."""
    if "edit.reprise" in scene.command and not pathlib.Path(folder, "edit.reprise").exists():
        failing_log(folder)
    return scene.command.format(program=program, sync_ups=SYNC_UPS)


def terminal_text(scene, program):
    """Returns the screen of a scene, without the parts that vary."""
    with tempfile.TemporaryDirectory() as folder:
        command = scene_command(scene, program, folder)
        terminal = Terminal(command, *scene.size, folder, {**os.environ, "XDG_DATA_HOME": folder})
        for keys, text in scene.keys:
            terminal.send(keys)
            if not terminal.wait(text):
                raise SystemExit(f"'{text}' does not appear on\n{terminal.screen}")
        screen = normalized(terminal.screen)
        terminal.end()
    return screen


def terminal_stamp(scene, program, edited):
    """Returns the stamp of a terminal. The deep app is not built to check a picture of it."""
    if "{sync_ups}" not in scene.command:
        return digest(terminal_text(scene, program))
    sources = sorted((ROOT / "Tools" / "TerminalApp" / "Player").rglob("*.swift"))
    return digest(*(path.read_bytes() for path in sources), edited, str(FAILURE), str(scene))


def printed(*command, **options):
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True, **options).stdout


def stamps(programs):
    """Returns the stamps of what the pictures should show now."""
    program, sources = str(programs / "reprise"), page_sources()
    edited = EDITED.read_bytes()
    result = {name: terminal_stamp(scene, program, edited) for name, scene in TERMINALS.items()}
    result["page-light.png"] = digest(*sources, edited)
    result |= {f"{name}-{theme}.png": digest(*sources, edited, str(FAILURE), str(window))
               for name, window in WINDOWS.items() for theme in THEMES}
    result["overview.png"] = digest(
        *sources, *(log.read_bytes() for log in sorted(SESSIONS.glob("**/*.reprise"))))
    with tempfile.TemporaryDirectory() as folder:
        printed(program, "report", *TIMELINE, "-o", f"{folder}/timeline.svg")
        result["timeline.svg"] = digest(pathlib.Path(folder, "timeline.svg").read_bytes())
    return result


def check_pictures(programs, found=None):
    """Checks that no picture is older than what it shows."""
    found = found or stamps(programs)
    kept = json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}
    pictures = {path.name for path in PICTURES.iterdir() if path not in (STAMPS, ROOMS)}
    problems = [f"Documentation/Pictures/{name}: nothing draws it"
                for name in sorted(pictures - set(found))]
    problems += [f"Documentation/Pictures/{name}: is missing; 'make pictures' draws it"
                 for name in sorted(set(found) - pictures)]
    return problems + [
        f"Documentation/Pictures/{name}: is older than what it shows; 'make pictures' draws it "
        "again"
        for name in sorted(pictures & set(found)) if kept.get(name) != found[name]]
