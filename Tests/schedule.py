#!/usr/bin/env python3
"""Computes the time of the slowest of many tasks relative to an equal share of a corpus.

The sizes are those of the golden sessions (`as recorded`), and the same with each length multiplied
by a random factor, so that a few sessions are a thousand times as long as most
(`with a long tail`). The cost of a log was measured: see
Documentation/Explanation/CostOfACorpus.md. The numbers are the same on every machine.
"""

import argparse
import math
import random
import zlib

# The steps of the logs in Tests/Sessions, as recorded.
RECORDED = [
    4, 6, 6, 6, 9, 9, 10, 11, 11, 11, 12, 12, 12, 16, 25, 29, 37, 37, 40, 41, 46, 50, 54, 56, 61,
    61, 61, 266]
LOG_SECONDS, STEP_SECONDS = 55e-6, 0.27e-6
# The standard deviation of the factor's logarithm: one session in a thousand is 500 times as long.
TAIL = 2.0


def by_name(names, count):
    """Returns the part of each log, from 0, as assigned by `--shard`."""
    return [zlib.crc32(name.encode()) % count for name in names]


def slowest(seconds, parts, count):
    """Returns the time of the slowest task relative to an equal share of the work."""
    loads = [0.0] * count
    for index, part in enumerate(parts):
        loads[part] += seconds[index]
    return max(loads) / (sum(loads) / count)


def corpus(count, tail, seed=1):
    """Returns the steps of each of `count` logs."""
    numbers = random.Random(seed)
    for _ in range(count):
        yield math.ceil(numbers.choice(RECORDED) * math.exp(numbers.gauss(0, tail)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=1_000_000)
    options = parser.parse_args()
    names = [f"{index % 365:03}/{index:09}.reprise" for index in range(options.logs)]
    print(f"{options.logs} logs     tasks   share    largest log   slowest")
    for title, tail in ("as recorded", 0), ("with a long tail", TAIL):
        seconds = [LOG_SECONDS + STEP_SECONDS * steps for steps in corpus(options.logs, tail)]
        for count in 8, 64, 1000:
            share = sum(seconds) / count
            ratio = slowest(seconds, by_name(names, count), count)
            print(f"{title:18}{count:6}{share:8.2f} s{max(seconds):12.2f} s{ratio:9.2f} x")


if __name__ == "__main__":
    main()
