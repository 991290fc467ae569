#!/usr/bin/env python3
"""Tests the page of served sessions in Chromium: ten pages, actions, screens and verdicts.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

from chromium import Chromium, find_chromium
from pages import PROGRAM, SESSIONS, diverging, tiny_log

STEPS = 300
COUNT = "(window.reprise.model.session ? window.reprise.model.session.last : 0)"


def setUpModule():
    global browser, folder
    if find_chromium() is None:
        if os.environ.get("CI") == "true":
            raise AssertionError("the page is not tested: Chromium is not installed")
        raise unittest.SkipTest("the page is not tested: Chromium is not installed")
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    folder = pathlib.Path(holder.name)
    browser = unittest.enterModuleContext(Chromium())


class LiveTests(unittest.TestCase):
    def start(self, *arguments, **options):
        """Starts the program, and stops it at the end of the test."""
        program = subprocess.Popen(
            [PROGRAM, *arguments], cwd=folder, stdin=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder / "data")}, **options)

        def end():
            program.stdin.close()
            program.terminate()
            program.wait()
            for pipe in (program.stdout, program.stderr):
                if pipe:
                    pipe.close()

        self.addCleanup(end)
        return program

    def open(self, address):
        page = browser.open(address)
        self.addCleanup(page.close)
        return page

    def test_ten_pages_see_every_step_of_a_hundred_a_second(self):
        program = self.start("run", "--serve", "--quiet", stderr=subprocess.PIPE)
        address = program.stderr.readline().split()[-1]
        pages = [self.open(address) for _ in range(10)]
        program.stdin.write("counter.incrTapped\nwait 10ms\n" * STEPS)
        program.stdin.flush()
        for page in pages:
            page.poll(f"{COUNT} === {STEPS}")
        for page in pages:
            self.assertEqual(page.evaluate("window.reprise.model.session.count"), STEPS)
            self.assertIn(f"{STEPS}", page.evaluate(
                f"window.reprise.model.session.stateJSON({STEPS})"))
            self.assertEqual(page.problems(), [])

    def test_actions_of_the_page_reach_the_app_and_invalid_ones_are_reported(self):
        program = self.start("run", "--serve", "--quiet", stderr=subprocess.PIPE)
        page = self.open(program.stderr.readline().split()[-1])
        # The form may be shown before its container.
        page.poll("document.querySelector('#action').getClientRects().length > 0")
        page.poll("document.querySelector('#action').placeholder === 'launched'")
        page.evaluate("document.querySelector('#action').focus()")
        page.type("counter.inTapped")
        page.key("Enter")
        page.poll("document.querySelector('#answer').textContent.includes('did you mean')")
        # A log without steps is not damaged.
        self.assertTrue(page.evaluate("document.querySelector('#message').hidden"))
        # The action stays in the field to be corrected.
        self.assertEqual(page.evaluate("document.querySelector('#action').value"),
                         "counter.inTapped")
        self.assertEqual(page.evaluate(COUNT), 0)
        page.evaluate("document.querySelector('#action').select()")
        page.type("counter.incrTapped")
        page.key("Enter")
        page.poll(f"{COUNT} === 1")
        program.stdin.close()
        page.poll("document.querySelector('#live-state').dataset.state === 'ended'")

    def test_the_screen_of_a_running_app_follows_the_selected_step(self):
        program = self.start("run", "--serve", "--quiet", stderr=subprocess.PIPE)
        page = self.open(program.stderr.readline().split()[-1])
        program.stdin.write("counter.incrTapped\ncounter.incrTapped\n")
        program.stdin.flush()
        page.poll(f"{COUNT} === 2 && window.reprise.model.step === 2")
        first = "document.querySelector('#screen').textContent.trim().split('\\n')[0]"
        page.poll(f"{first} === '2'")
        page.key("k")
        page.poll(f"{first} === '1'")
        page.key("j")
        program.stdin.write("counter.incrTapped\n")
        program.stdin.flush()
        page.poll(f"{COUNT} === 3 && {first} === '3'")
        self.assertEqual(page.problems(), [])

    def test_a_served_log_has_its_screens_and_its_verdict(self):
        server = self.start("serve", SESSIONS / "tour.reprise", stdout=subprocess.PIPE)
        page = self.open(server.stdout.readline().strip())
        page.poll("document.querySelector('#verdict').textContent === 'match, 61 steps verified'")
        page.key("g")
        page.key("j")
        page.poll("document.querySelector('#screen').textContent.trim().startsWith('1')")
        self.assertEqual(page.problems(), [])

    def test_a_served_log_that_fails_opens_at_the_failure(self):
        log = diverging(folder / "diverging.reprise", SESSIONS / "tour.reprise", 19,
                        "counter.count", 3)
        server = self.start("serve", log, stdout=subprocess.PIPE)
        page = self.open(server.stdout.readline().strip())
        page.poll("document.querySelector('#verdict').textContent === 'state diverged at step 19'")
        page.poll("window.reprise.model.step === 19")
        self.assertEqual(page.texts("#divergence .side .value"), ["10", "7"])
        self.assertEqual(page.problems(), [])

    def test_a_log_of_another_app_has_neither_screens_nor_a_verdict(self):
        path = folder / "tiny.reprise"
        path.write_bytes(tiny_log(3))
        server = self.start("serve", path, stdout=subprocess.PIPE)
        page = self.open(server.stdout.readline().strip())
        page.poll("document.querySelector('#live-state').dataset.state === 'ended'")
        self.assertTrue(page.evaluate("document.querySelector('#verdict').hidden"))
        self.assertTrue(page.evaluate("document.querySelector('#screen-section').hidden"))
        self.assertEqual(page.problems(), [])

    def test_a_recorder_that_is_killed_is_reported(self):
        recorder = self.start("record", "killed.reprise", stdout=subprocess.PIPE)
        recorder.stdin.write("counter.incrTapped\n")
        recorder.stdin.flush()
        recorder.stdout.readline()
        server = self.start("serve", "killed.reprise", stdout=subprocess.PIPE)
        page = self.open(server.stdout.readline().strip())
        page.poll(f"{COUNT} === 1")
        recorder.kill()
        page.poll("document.querySelector('#live-state').dataset.state === 'failed'")
        self.assertIn("recover", page.text("#live-state"))


if __name__ == "__main__":
    unittest.main()
