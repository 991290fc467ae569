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

from sandbox import Sandbox, moved  # noqa: E402
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
    "player.png": Scene(
        f"{{program}} play {SESSIONS}/tour.reprise", (132, 34),
        [("", "replay: match"), ("17g", "step 17 of")]),
}
TIMELINE = [f"{SESSIONS}/tour.reprise", "--svg", "--from", "36", "--to", "61"]


def failing_session(programs, folder):
    """Records a session of an app that has since acquired a bug, and returns its sandbox."""
    sandbox = Sandbox(programs, pathlib.Path(folder))
    moved(sandbox)
    return sandbox


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


def terminal_text(scene, program):
    """Returns the screen of a scene, without the parts that vary."""
    with tempfile.TemporaryDirectory() as folder:
        command = scene.command.format(program=program)
        terminal = Terminal(command, *scene.size, folder, {**os.environ, "XDG_DATA_HOME": folder})
        for keys, text in scene.keys:
            terminal.send(keys)
            if not terminal.wait(text):
                raise SystemExit(f"'{text}' does not appear on\n{terminal.screen}")
        screen = normalized(terminal.screen)
        terminal.end()
    return screen


def printed(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def stamps(programs):
    """Returns the stamps of what the pictures should show now."""
    program, sources = str(programs / "reprise"), page_sources()
    tour = (SESSIONS / "tour.reprise").read_bytes()
    result = {name: digest(terminal_text(scene, program)) for name, scene in TERMINALS.items()}
    with tempfile.TemporaryDirectory() as folder:
        failure = failing_session(programs, folder).run("reprise replay Sessions")
    shown = {"page": [tour], "failure": [failure]}
    result |= {f"{name}-{theme}.png": digest(*sources, *logs)
               for name, logs in shown.items() for theme in ("light", "dark")}
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
