#!/usr/bin/env python3
"""Records a session whose effects start by the thousands without a wait, and replays it twice.

Both replays must verify all effects, and print the same bytes as text and as JSON.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

# Actions that start effects of the sample app with answers, streams and sleeps, or cancel them.
LINES = [
    ["eventSelection.loadTapped"], ["favoritePrimes.loadButtonTapped"],
    ["favoritePrimes.saveButtonTapped"], ["shoppingList.loadProducts"],
    ["shoppingList.addProduct"], ["shoppingList.saveProducts"],
    ["counter.countTyped(900)", "counter.nthPrimeButtonTapped"],
    ["counter.nthPrimeCancelButtonTapped"], ["stepTracker.buttonTapped"],
    ['sendMessage.textChanged("Hi")', "sendMessage.sendTapped"],
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/debug/reprise")
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    lines = [line for _ in range(arguments.actions) for line in rng.choice(LINES)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        log, script = folder / "many.reprise", folder / "many.txt"
        script.write_text("\n".join([*lines, "wait 1s"]) + "\n")
        subprocess.run(
            [arguments.program, "record", log, "--quiet", "--level", "effects", "--data-dir",
             folder / "data", "--script", script], check=True)
        outputs = {}
        for style in ([], ["--json"]):
            command = [arguments.program, "replay", "--effects", *style, log]
            one, other = (subprocess.run(command, capture_output=True) for _ in range(2))
            if one.returncode != 0:
                sys.exit(f"{command}: exit {one.returncode}: {(one.stdout + one.stderr).decode()}")
            if (one.stdout, one.stderr) != (other.stdout, other.stderr):
                sys.exit(f"{command}: two replays printed different bytes")
            outputs[bool(style)] = one.stdout
    effects = json.loads(outputs[True])["logs"][0]["effects"]
    print(outputs[False].decode(), end="")
    if effects.get("unverified") or effects["verified"] < 10_000 * arguments.actions // 20_000:
        sys.exit(f"too few effects were verified: {json.dumps(effects)[:1000]}")


if __name__ == "__main__":
    main()
