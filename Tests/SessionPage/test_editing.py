#!/usr/bin/env python3
"""Tests in Chromium that the page of a served log replays it with other actions.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from chromium import Chromium, find_chromium
from pages import PROGRAM, SESSIONS

EDITOR = "document.querySelector('.step-editor')"
TEXT = f"{EDITOR}.innerText"


def setUpModule():
    global browser
    if find_chromium() is None:
        if os.environ.get("CI") == "true":
            raise AssertionError("the page is not tested: Chromium is not installed")
        raise unittest.SkipTest("the page is not tested: Chromium is not installed")
    browser = unittest.enterModuleContext(Chromium())


class EditingTests(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        shutil.copy(SESSIONS / "counter.reprise", self.folder / "s.reprise")

    def serve(self, path, *arguments):
        """Starts the program, and returns the address of its page."""
        program = subprocess.Popen(
            [PROGRAM, "serve", path, *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

        def end():
            program.terminate()
            program.wait()
            program.stdout.close()
            program.stderr.close()

        self.addCleanup(end)
        return program.stdout.readline().strip()

    def open(self, address):
        page = browser.open(address)
        self.addCleanup(page.close)
        page.poll("window.reprise.model.session !== null")
        return page

    def press(self, page, name):
        page.evaluate(
            "[...document.querySelectorAll('.step-edits button')]"
            f".find((each) => each.textContent === '{name}').click()")

    def test_an_edited_step_leads_to_a_new_session_beside_the_old(self):
        page = self.open(self.serve(self.folder / "s.reprise"))
        page.evaluate("window.reprise.model.select(43)")
        self.press(page, "Edit")
        self.assertEqual(page.evaluate("document.activeElement.value"),
                         "counter.nthPrimeCancelButtonTapped")
        page.evaluate("document.activeElement.select()")
        page.type("counter.incrTapped")
        page.key("Enter")
        page.poll(f"{TEXT}.includes('new session')")
        text = page.evaluate(TEXT)
        self.assertIn("43 ~ counter.incrTapped, instead of counter.nthPrimeCancelButtonTapped",
                      text)
        self.assertIn("45 - counter.nthPrimeResponse(19): no longer sent", text)
        self.assertTrue((self.folder / "s-2.reprise").exists())
        new = self.open(page.evaluate(f"{EDITOR}.querySelector('a').href"))
        self.assertEqual(new.evaluate("window.reprise.model.step"), 43)
        self.assertEqual(new.evaluate("window.reprise.model.session.step(43).action"),
                         "counter.incrTapped")
        new.poll("document.querySelector('#verdict').textContent"
                       " === 'match, 45 steps verified'")
        self.assertEqual(page.problems() + new.problems(), [])

    def test_a_step_can_be_left_out_and_the_result_belongs_to_its_step(self):
        page = self.open(self.serve(self.folder / "s.reprise"))
        page.evaluate("window.reprise.model.select(3)")
        self.press(page, "Leave out")
        page.poll(f"{TEXT}.includes('3 - counter.decrTapped')")
        page.evaluate("window.reprise.model.select(4)")
        self.assertEqual(page.evaluate(TEXT).strip(), "")

    def test_an_invalid_action_is_reported_and_stays_in_the_field(self):
        page = self.open(self.serve(self.folder / "s.reprise"))
        page.evaluate("window.reprise.model.select(3)")
        self.press(page, "Edit")
        page.evaluate("document.activeElement.select()")
        page.type("counter.inTapped")
        page.key("Enter")
        page.poll(f"{TEXT}.includes('did you mean')")
        self.assertEqual(page.evaluate(f"{EDITOR}.querySelector('input').value"),
                         "counter.inTapped")
        page.key("Escape")
        self.assertEqual(page.evaluate(f"{EDITOR}.childElementCount"), 0)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["s.reprise"])

    def test_a_new_log_in_a_served_folder_is_in_its_overview(self):
        address = self.serve(self.folder)
        page = self.open(address + "&log=s.reprise#step=3")
        self.assertEqual(page.evaluate("window.reprise.model.step"), 3)
        self.press(page, "Leave out")
        page.poll(f"{TEXT}.includes('s-2.reprise')")
        overview = browser.open(address)
        self.addCleanup(overview.close)
        overview.poll("document.body.innerText.includes('s-2.reprise')")

    def test_a_page_for_other_machines_offers_no_edits(self):
        page = self.open(self.serve(self.folder / "s.reprise", "--address", "0.0.0.0"))
        page.evaluate("window.reprise.model.select(3)")
        self.assertNotIn("Leave out", page.evaluate("document.querySelector('#step').innerText"))


if __name__ == "__main__":
    unittest.main()
