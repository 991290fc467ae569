#!/usr/bin/env python3
"""Creates the pictures of the documentation from the program itself.

usage: pictures.py PROGRAMS

PROGRAMS is the folder of reprise. Needs SyncUps, chromium, tmux, aha and graphviz. Terminals
are run by tmux and drawn by aha and chromium. Pages are those of `report`, drawn by chromium.
`stamps.json` notes what they show.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scenes import (EDITED, FAILURE, PICTURES, ROOT, SESSIONS, STAMPS, SYNC_UPS, TERMINALS, THEMES,
                    TIMELINE, WINDOWS, failing_log, scene_command, stamps)

sys.path.append(str(ROOT / "Tests" / "SessionPage"))

from chromium import Chromium  # noqa: E402

CELL = (8.4, 17)
MARGIN = 12
TERMINAL_STYLE = f"""
body {{ margin: 0; background: #14181d; }}
pre {{ margin: {MARGIN}px; color: #d7dce2; font: 14px/{CELL[1]}px 'DejaVu Sans Mono', monospace; }}
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def photograph_page(url, picture, size, theme):
    """Draws a page of `report` into a PNG file, at a width and a height and in a scale."""
    width, height, scale = size
    with Chromium() as browser:
        page = browser.open(url, width=width, height=height, dark=theme == "dark")
        page.size(width, height, scale)
        page.screenshot(picture)
    print(picture)


def photograph(url, picture, width, height):
    """Draws the text of a terminal into a PNG file."""
    with tempfile.TemporaryDirectory() as profile:
        run("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--force-device-scale-factor=2", "--virtual-time-budget=5000",
            f"--user-data-dir={profile}", f"--window-size={width},{height}",
            f"--screenshot={picture}", url)
    print(picture)


def unswapped(text):
    """Returns the text of a terminal with explicit instead of swapped colors.

    From swapped colors, aha makes black text on black.
    """
    style = {}

    def change(sequence):
        for code in (sequence[1] or "0").split(";"):
            if code == "0":
                style.clear()
            elif code in ("7", "27"):
                style["swapped"] = code == "7"
            elif code[0] in "39" and len(code) == 2:
                style["color"] = code if code != "39" else None
            elif code in ("1", "2", "4"):
                style[code] = True
        color = style.get("color")
        if style.get("swapped"):
            return f"\x1b[0;30;{'46' if color == '36' else '47'}m"
        codes = [code for code in ("1", "2", "4") if style.get(code)] + ([color] if color else [])
        return f"\x1b[{';'.join(['0', *codes])}m"

    return re.sub(r"\x1b\[([\d;]*)m", change, text)


class Terminal:
    """A command in a terminal of tmux."""

    def __init__(self, command, columns, rows, folder):
        self.size = (columns, rows)
        # Each terminal has its own server, because a server that is ending accepts no other.
        self.socket = f"pictures-{os.getpid()}-{id(self)}"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", str(folder), "-e", "COLORTERM=", "-e", "LC_ALL=C.UTF-8", command)
        self.tmux("set", "-g", "status", "off")

    def tmux(self, *arguments):
        return run("tmux", "-L", self.socket, *arguments)

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def wait(self, text):
        for _ in range(300):
            if text in self.tmux("capture-pane", "-p"):
                return
            time.sleep(0.1)
        sys.exit(f"'{text}' does not appear on\n{self.tmux('capture-pane', '-p')}")

    def photograph(self, picture):
        text = self.tmux("capture-pane", "-e", "-p")
        colored = run("aha", "--no-header", "--black", input=unswapped(text))
        # On its black background, aha makes black text gray.
        colored = colored.replace("color:dimgray;background", "color:black;background")
        # Trailing blanks of the screen are kept, so that all pictures of terminals have the same
        # size.
        page = (f"<!DOCTYPE html><meta charset='utf-8'><title>{html.escape(picture.stem)}</title>"
                f"<style>{TERMINAL_STYLE}</style><pre>{colored}</pre>")
        with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
            file.write(page)
            file.flush()
            columns, rows = self.size
            photograph(f"file://{file.name}", picture, int(columns * CELL[0]) + 2 * MARGIN,
                       rows * CELL[1] + 2 * MARGIN)

    def end(self):
        self.tmux("kill-server")


def terminals(programs, work):
    """Takes pictures of the running app and of the player on the full screen."""
    for name, scene in TERMINALS.items():
        terminal = Terminal(
            scene_command(scene, programs / "reprise", work), *scene.size, work)
        for keys, text in scene.keys:
            if keys:
                terminal.keys("-l", keys)
            terminal.wait(text)
        terminal.photograph(PICTURES / name)
        terminal.end()


def pages(programs, work):
    """Takes pictures of a session in the browser, of an overview and of a timeline."""
    program = programs / "reprise"
    run(SYNC_UPS, "report", EDITED, "-o", f"{work}/edit.html")
    run(program, "report", str(SESSIONS), "-o", f"{work}/sessions.html")
    window = WINDOWS["failure"]
    photograph_page(f"file://{work}/edit.html#step={FAILURE[0]}", PICTURES / "page-light.png",
                    window, "light")
    photograph_page(f"file://{work}/sessions.html", PICTURES / "overview.png", window, "light")
    run(program, "report", *TIMELINE, "--force", "-o", str(PICTURES / "timeline.svg"))


def failure(_, work):
    """Takes pictures of a session whose replay fails, in windows of three sizes."""
    # The exit code says that the replay fails.
    subprocess.run([SYNC_UPS, "report", failing_log(work), "-o", f"{work}/failure.html"])
    for name, window in WINDOWS.items():
        for theme in THEMES:
            photograph_page(f"file://{work}/failure.html", PICTURES / f"{name}-{theme}.png", window,
                            theme)


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1], "reprise").exists():
        sys.exit(__doc__)
    programs = Path(sys.argv[1]).resolve()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for picture in (terminals, pages, failure):
        with tempfile.TemporaryDirectory() as work:
            picture(programs, Path(work))
    STAMPS.write_text(json.dumps(stamps(programs), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
