#!/usr/bin/env python3
"""Answers three questions about exported sessions, with SQLite's JSON functions.

    reprise export s.reprise -o s.jsonl
    questions.py --failure sendMessage.sendFailed *.jsonl

The questions: which actions precede a failure, how long users wait for the results of effects, and
how often each field changes. With --database FILE, the table is kept for further queries.
"""

import argparse
import pathlib
import sqlite3
import time

TABLE = """
    CREATE TABLE step(
      session TEXT, number INTEGER, name TEXT, started_by INTEGER, clock INTEGER, changes TEXT,
      PRIMARY KEY (session, number)) WITHOUT ROWID
"""

# The clock of a step is the sum of the elapsed times of all steps up to it.
STEPS = """
    INSERT INTO step
    SELECT ?1, line ->> 'step', line ->> 'name', line ->> 'startedBy',
      sum(line ->> 'elapsedMilliseconds') OVER (ORDER BY line ->> 'step'), line -> 'changes'
    FROM (SELECT value AS line FROM json_each(?2))
    WHERE line ->> 'step' IS NOT NULL
"""

BEFORE_A_FAILURE = """
    SELECT before.name, count(*) AS times, count(DISTINCT failure.session) AS sessions
    FROM step AS failure JOIN step AS before
      ON before.session = failure.session
      AND before.number BETWEEN failure.number - 3 AND failure.number - 1
    WHERE failure.name = ? AND before.name IS NOT NULL
    GROUP BY before.name ORDER BY times DESC, before.name LIMIT 5
"""

WAITING = """
    WITH answer AS (
      SELECT answer.name, answer.clock - question.clock AS wait
      FROM step AS answer JOIN step AS question
        ON question.session = answer.session AND question.number = answer.started_by)
    SELECT name, count(*), avg(wait), max(wait) FROM answer
    GROUP BY name ORDER BY avg(wait) DESC, name LIMIT 5
"""

CHANGES = """
    SELECT change.value ->> 'path' AS place, count(*) AS times,
      count(DISTINCT session) AS sessions
    FROM step, json_each(step.changes) AS change
    GROUP BY place ORDER BY times DESC, place LIMIT 5
"""


def load(database, paths):
    database.execute(TABLE)
    with database:
        for path in paths:
            lines = path.read_text(encoding="utf-8").splitlines()
            database.execute(STEPS, (str(path), f"[{','.join(lines)}]"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path,
                        help="exported sessions, or folders of them")
    parser.add_argument("--failure", required=True, help="the name of an action that is a failure")
    parser.add_argument("--database", default=":memory:", help="the file of the database")
    parser.add_argument("--times", action="store_true", help="print the time of each question")
    arguments = parser.parse_args()
    paths = [file for path in arguments.paths
             for file in (sorted(path.rglob("*.jsonl")) if path.is_dir() else [path])]
    start = time.monotonic()

    def ask(question, sql, *values):
        nonlocal start
        begun = time.monotonic()
        print(question)
        for name, *numbers in database.execute(sql, values):
            print(f"  {name:36}" + "".join(f"{number:10.0f}" for number in numbers))
        if arguments.times:
            print(f"  {time.monotonic() - begun:.2f} s")

    database = sqlite3.connect(arguments.database)
    load(database, paths)
    steps = database.execute("SELECT count(*) FROM step").fetchone()[0]
    print(f"{len(paths)} sessions, {steps} steps")
    if arguments.times:
        print(f"  read in {time.monotonic() - start:.2f} s")
    ask(f"before {arguments.failure} came (times, sessions)", BEFORE_A_FAILURE, arguments.failure)
    ask("users wait for (times, average and longest wait in ms)", WAITING)
    ask("what changes (times, sessions)", CHANGES)


if __name__ == "__main__":
    main()
