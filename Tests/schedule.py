#!/usr/bin/env python3
"""Computes the time of the slowest of many tasks relative to an equal share, for both ways to partition a
corpus.

The sizes are those of the golden sessions (`as recorded`), and the same with each length multiplied by a random
factor, so that a few sessions are a thousand times as long as most (`with a long tail`). The cost of a log was
measured: see Documentation/Corpora.md. The numbers are the same on every machine.
"""

import argparse
import heapq
import math
import random
import zlib

# The steps and bytes of the logs in Tests/Sessions, as recorded.
RECORDED = [
    (4, 2621), (6, 2491), (6, 2634), (6, 2684), (9, 2651), (9, 2665), (10, 2772), (11, 2586), (11, 2697),
    (11, 2717), (12, 2729), (12, 2790), (12, 2853), (16, 2485), (25, 2737), (29, 2807), (37, 2883),
    (37, 2902), (40, 3086), (41, 3015), (46, 2680), (50, 3024), (54, 3007), (56, 3062), (61, 2742),
    (61, 3238), (61, 3382), (266, 2890)]
# The bytes that a step adds to a long log. The header and the schema are included in the size of a short one.
BYTES_A_STEP = 0.65
LOG_SECONDS, STEP_SECONDS = 55e-6, 0.27e-6
# The standard deviation of the factor's logarithm: one session in a thousand is 500 times as long.
TAIL = 2.0


def by_name(names, count):
    """Returns the part of each log, from 0, as assigned by `--shard`."""
    return [zlib.crc32(name.encode()) % count for name in names]


def balanced(sizes, count):
    """Returns the part of each log, from 0, as assigned by `--shard --balance`: largest first, to the least
    loaded part.
    """
    parts = [0] * len(sizes)
    loads = [(0, part) for part in range(count)]
    for index in sorted(range(len(sizes)), key=lambda index: (-sizes[index], index)):
        load, part = loads[0]
        heapq.heapreplace(loads, (load + sizes[index], part))
        parts[index] = part
    return parts


def slowest(seconds, parts, count):
    """Returns the time of the slowest task relative to an equal share of the work."""
    loads = [0.0] * count
    for index, part in enumerate(parts):
        loads[part] += seconds[index]
    return max(loads) / (sum(loads) / count)


def corpus(count, tail, seed=1):
    """Returns the steps and the bytes of a number of logs."""
    numbers = random.Random(seed)
    for _ in range(count):
        steps, size = numbers.choice(RECORDED)
        longer = math.ceil(steps * math.exp(numbers.gauss(0, tail)))
        yield longer, size + round(BYTES_A_STEP * max(0, longer - steps))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=1_000_000)
    options = parser.parse_args()
    names = [f"{index % 365:03}/{index:09}.reprise" for index in range(options.logs)]
    print(f"{options.logs} logs     tasks   share    largest log   by name   balanced")
    for title, tail in ("as recorded", 0), ("with a long tail", TAIL):
        logs = list(corpus(options.logs, tail))
        seconds = [LOG_SECONDS + STEP_SECONDS * steps for steps, _ in logs]
        sizes = [size for _, size in logs]
        for count in 8, 64, 1000:
            share = sum(seconds) / count
            ratios = [slowest(seconds, parts, count)
                      for parts in (by_name(names, count), balanced(sizes, count))]
            print(f"{title:18}{count:6}{share:8.2f} s{max(seconds):12.2f} s"
                  f"{ratios[0]:9.2f} x{ratios[1]:9.2f} x")


if __name__ == "__main__":
    main()
