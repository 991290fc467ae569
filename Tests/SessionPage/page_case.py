"""A test case that opens pages in a headless Chromium."""

import base64
import json
import os
import pathlib
import sys
import tempfile
import unittest

from chromium import Chromium, find_chromium
from pages import SESSIONS, diverging, make_page


def set_up():
    """Starts a browser for the tests of a module, and returns it with a folder.

    Both are closed after the tests.
    """
    if find_chromium() is None:
        missing = ("the page is not tested, because there is no Chromium: "
                   "'make setup-page' installs it")
        if os.environ.get("CI") == "true":
            raise AssertionError(missing)
        print(missing, file=sys.stderr)
        raise unittest.SkipTest(missing)
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    PageCase.folder = pathlib.Path(holder.name)
    PageCase.browser = unittest.enterModuleContext(Chromium())
    return PageCase.browser, PageCase.folder


class PageCase(unittest.TestCase):
    """Opens pages, and checks them for errors."""

    def open(self, *logs, at="", **options):
        address = make_page(self.folder / "page.html", *logs)
        page = self.browser.open(address + at, **options)
        self.addCleanup(page.close)
        return page

    def failing_log(self):
        """Returns a log of the tour in which the count differs in step 19 and later steps."""
        return diverging(self.folder / "diverging.reprise", SESSIONS / "tour.reprise", 19,
                         "counter.count", 3)

    def complaints(self, page):
        self.assertEqual(page.problems(), [])

    def step(self, page):
        return page.evaluate("window.reprise.model.step")


def opening(name, data):
    """Returns an expression that opens bytes like a file in the page."""
    return (f"window.reprise.opener.openBytes({json.dumps(name)}, Uint8Array.from(atob("
            f"'{base64.b64encode(data).decode()}'), (character) => character.charCodeAt(0)))")
