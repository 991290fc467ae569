#!/usr/bin/env python3
"""Measures how quickly the page of a log opens and jumps, by Chromium's own clock.

`page.open` is the time from the start of the navigation until the first step is drawn, in seconds:
the median of several measurements. `page.jump` is the time to show and lay out a different step, in
milliseconds: the 95th percentile.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from chromium import Chromium

ROUNDS = 5
JUMP = """
(() => {
  const { model } = window.reprise;
  const times = [];
  let number = 12345;
  for (let round = 0; round < 100; round += 1) {
    number = (number * 1103515245 + 12345) % 2147483648;
    const target = model.session.start + 1 + (number % Math.max(1, model.session.count));
    performance.mark('reprise-jump');
    model.select(target);
    document.body.getBoundingClientRect();
    times.push(performance.measure('jump', 'reprise-jump').duration);
  }
  return times;
})()
"""


def measure(program, log):
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        file = pathlib.Path(folder) / "page.html"
        subprocess.run([program, "report", log, "-o", file], check=True, stdout=subprocess.DEVNULL)
        opened, jumps = [], []
        for _ in range(ROUNDS):
            page = browser.open(file.as_uri())
            opened.append(
                page.evaluate("performance.getEntriesByName('reprise-open')[0].startTime"))
            jumps += page.evaluate(JUMP)
            page.close()
        jumps.sort()
        return {"page.open": round(statistics.median(opened) / 1000, 4),
                "page.jump": round(jumps[len(jumps) * 95 // 100], 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("log")
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    program = os.environ.get("REPRISE") or str(root / ".build" / "debug" / "reprise")
    figures = measure(os.path.abspath(program), arguments.log)
    if arguments.json:
        print(json.dumps(figures))
    else:
        print(f"opens in {figures['page.open']} s, jumps in {figures['page.jump']} ms")


if __name__ == "__main__":
    sys.exit(main())
