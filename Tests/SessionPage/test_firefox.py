#!/usr/bin/env python3
"""Reads a recorded session in a headless Firefox: opens, steps, searches, and follows links.

`REPRISE` names the program, by default that of the debug build. Without Firefox, the tests are
skipped, or fail if `CI` is true.
"""

import os
import pathlib
import sys
import tempfile
import unittest

from firefox import Firefox, find_firefox
from pages import SESSIONS, diverging, make_page


def setUpModule():
    global browser, folder
    if find_firefox() is None:
        missing = ("the page is not tested in Firefox, because it is not installed: "
                   "'make setup-page' installs it")
        if os.environ.get("CI") == "true":
            raise AssertionError(missing)
        print(missing, file=sys.stderr)
        raise unittest.SkipTest(missing)
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    folder = pathlib.Path(holder.name)
    browser = unittest.enterModuleContext(Firefox())


class FirefoxTests(unittest.TestCase):
    def open(self, log=SESSIONS / "tour.reprise", at="", **options):
        page = browser.open(make_page(folder / "page.html", log) + at, **options)
        self.addCleanup(page.close)
        return page

    def step(self, page):
        return page.evaluate("window.reprise.model.step")

    def test_the_steps_are_read_by_keys(self):
        page = self.open()
        self.assertEqual(page.text("#verdict"), "match, 61 steps verified")
        for number in range(1, 62):
            page.key("j")
            self.assertEqual(self.step(page), number)
            self.assertEqual(page.text("#steps [aria-selected=true] .number"), str(number))
        page.key("g")
        self.assertEqual(self.step(page), 0)
        self.assertEqual(page.problems(), [])

    def test_steps_and_values_are_clicked(self):
        page = self.open()
        page.click("#step-5")
        self.assertEqual(self.step(page), 5)
        page.click("#step .changes .path")
        self.assertEqual(page.text("#history .path"), page.text("#step .changes .path"))
        page.click("#track")
        self.assertIn(self.step(page), (30, 31, 32))
        page.key("t")
        self.assertEqual(page.text("#scale"), "time")
        self.assertEqual(page.problems(), [])

    def test_the_state_opens_and_closes(self):
        page = self.open(at="#step=23&path=counter")
        page.key("v")
        rows = page.count("#tree .node")
        page.key("ArrowLeft")
        self.assertLess(page.count("#tree .node"), rows)
        page.click("#tree [aria-selected=true] .twist")
        self.assertEqual(page.count("#tree .node"), rows)
        self.assertEqual(page.problems(), [])

    def test_a_search_finds_and_highlights(self):
        page = self.open()
        page.key("/")
        page.type("Salted")
        page.wait("document.querySelector('#found').textContent === '2 found'")
        page.wait("document.querySelectorAll('#steps mark').length > 0")
        self.assertEqual([int(text) for text in page.texts("#steps .number")], [43, 45])
        self.assertEqual({text.lower() for text in page.texts("#steps mark")}, {"salted"})
        page.key("Enter")
        self.assertIn(self.step(page), (43, 45))
        self.assertEqual(page.problems(), [])

    def test_a_link_leads_to_its_step_and_value(self):
        page = self.open(at="#step=17&path=counter.alert&log=0")
        self.assertEqual(self.step(page), 17)
        self.assertEqual(page.text("#history .path"), "counter.alert")
        page.evaluate("window.location.hash = '#step=3'")
        page.wait("window.reprise.model.step === 3")
        self.assertEqual(page.problems(), [])

    def test_a_failure_opens_at_its_step_on_a_phone_too(self):
        log = diverging(folder / "diverging.reprise", SESSIONS / "tour.reprise", 19,
                        "counter.count", 3)
        for width in (1280, 390):
            page = self.open(log, width=width)
            self.assertEqual(self.step(page), 19)
            self.assertIn("count: 10,", page.text("#divergence .difference .expected"))
            self.assertLessEqual(
                page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), 0)
            self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    unittest.main()
