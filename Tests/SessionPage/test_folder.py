#!/usr/bin/env python3
"""Tests the page of a served folder in a headless Chromium.

The tests add, change and remove logs, filter them, follow links, and use hostile names.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import os
import shutil
import subprocess
import time
import unittest

from checks import CONTRAST, SMALL_TARGETS, axe_findings, find_axe
from chromium import ChromiumError
from page_case import PageCase, set_up
from pages import PROGRAM, SESSIONS, diverging, tiny_log

PHONE = {"width": 390, "height": 844}
HOSTILE_NAMES = ["a <b>%41 'q' \"é\".reprise", "<img src=x onerror=hostile=1>.reprise", "..reprise",
                 "a&log=b.reprise",
                 "\u202etxt.reprise", "#+%2e%2e.reprise", "中文 🎈.reprise"]
SETTLED = "document.querySelector('#live-state').textContent === 'live'"


def setUpModule():
    set_up()


class FolderTests(PageCase):
    def setUp(self):
        self.logs = self.folder / "logs"
        self.logs.mkdir()
        self.addCleanup(shutil.rmtree, self.logs, ignore_errors=True)

    def add(self, name, source="counter.reprise"):
        # A log appears at once, as with a recorder.
        shutil.copy(SESSIONS / source, self.folder / "added")
        (self.logs / name).parent.mkdir(exist_ok=True)
        os.replace(self.folder / "added", self.logs / name)

    def serve(self, **options):
        """Opens the page of the folder, and waits until all logs are replayed."""
        page = self.open_address(self.start(), **options)
        self.wait(page, SETTLED)
        return page

    def start(self):
        """Starts a server, and returns its address."""
        program = subprocess.Popen([PROGRAM, "serve", self.logs], stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (program.terminate(), program.wait(), program.stdout.close()))
        return program.stdout.readline().strip()

    def open_address(self, address, **options):
        page = self.browser.open(address, **options)
        self.addCleanup(page.close)
        return page

    def wait(self, page, condition):
        """Waits until a condition holds, which may be in the next document of the page."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if page.evaluate(f"Boolean({condition})"):
                    return
            except ChromiumError:
                # The page goes to a new document.
                pass
            time.sleep(0.02)
        self.fail(f"{condition}: {page.text('#log-table')}")

    def rows(self, page):
        """Returns the names of the listed logs and their verdicts."""
        return dict(zip(page.texts("#log-table tbody th"),
                        page.texts("#log-table tbody td:nth-child(2)")))

    def wait_for_rows(self, page, rows):
        expected = "|".join(f"{name}:{verdict}" for name, verdict in rows.items())
        self.wait(page, "Array.from(document.querySelectorAll('#log-table tbody tr'), (row) => "
                        "row.cells[0].textContent + ':' + row.cells[1].textContent).join('|') === "
                        f"'{expected}'")

    def test_the_overview_has_the_verdicts_and_failures_come_first(self):
        self.add("a.reprise")
        self.add("deep/c.reprise")
        (self.logs / "text.reprise").write_text("no log")
        (self.logs / "tiny.reprise").write_bytes(tiny_log(3))
        diverging(self.logs / "b.reprise", SESSIONS / "tour.reprise", 19, "counter.count", 3)
        page = self.serve()
        self.assertEqual(list(self.rows(page).items()), [
            ("b.reprise", "state diverged at step 19"), ("text.reprise", "damaged"),
            ("a.reprise", "match"), ("deep/c.reprise", "match"), ("tiny.reprise", "not replayed")])
        self.assertEqual(page.text("#overview h2"), "5 logs")
        self.assertEqual(page.count("#overview .group"), 3)
        self.assertEqual(page.evaluate("document.title"), f"2 failed · {self.logs}")
        self.complaints(page)

    def test_logs_that_come_change_and_go_are_shown_without_a_reload(self):
        self.add("a.reprise")
        page = self.serve()
        page.evaluate("window.mark = 1")
        self.add("b.reprise")
        self.wait_for_rows(page, {"a.reprise": "match", "b.reprise": "match"})
        (self.logs / "a.reprise").write_text("no log")
        self.wait_for_rows(page, {"a.reprise": "damaged", "b.reprise": "match"})
        self.assertEqual(page.text("#now"), "a.reprise: damaged")
        (self.logs / "a.reprise").unlink()
        self.wait_for_rows(page, {"b.reprise": "match"})
        self.assertEqual(page.evaluate("window.mark"), 1)
        self.complaints(page)

    def test_an_update_keeps_the_focus_the_filter_and_closed_groups(self):
        for name in ("b.reprise", "c.reprise"):
            self.add(name)
        (self.logs / "text.reprise").write_text("no log")
        page = self.serve()
        page.evaluate("document.querySelector('#overview summary').click()")
        page.evaluate("Array.from(document.querySelectorAll('#log-table a')).at(-1).focus()")
        self.add("a.reprise")
        self.wait(page, "document.querySelectorAll('#log-table tbody tr').length === 4")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "c.reprise")
        self.assertFalse(page.evaluate("document.querySelector('#overview details').open"))
        page.key("/")
        page.type("text")
        self.add("d-text.reprise")
        self.wait(page, "document.querySelectorAll('#log-table tbody tr').length === 2")
        self.assertEqual(page.evaluate("document.activeElement.value"), "text")
        self.assertEqual(page.text(".logs-head output"), "2 of 5")

    def test_a_recording_is_listed_and_replayed_when_it_is_finished(self):
        page = self.serve()
        self.assertEqual(page.text("#overview h2"), "No logs")
        recorder = subprocess.Popen(
            [PROGRAM, "record", self.logs / "s.reprise", "--quiet", "--data-dir",
             self.folder / "data"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(recorder.wait)
        recorder.stdin.write("counter.incrTapped\n")
        recorder.stdin.flush()
        self.wait_for_rows(page, {"s.reprise.partial": "being written"})
        page.click("#log-table a")
        self.wait(page, "window.reprise && window.reprise.model.session && "
                        "window.reprise.model.session.last === 1")
        page.key("o")
        self.wait(page, "document.querySelector('#log-table') !== null")
        recorder.stdin.close()
        self.wait_for_rows(page, {"s.reprise": "match"})
        self.complaints(page)

    def test_a_removed_folder_is_reported_until_it_is_back(self):
        self.add("a.reprise")
        page = self.serve()
        shutil.rmtree(self.logs)
        self.wait(page, "!document.querySelector('#message').hidden")
        self.assertIn("No such file", page.text("#message"))
        self.add("b.reprise")
        self.wait_for_rows(page, {"b.reprise": "match"})
        self.assertTrue(page.evaluate("document.querySelector('#message').hidden"))

    def test_the_page_of_a_removed_log_leads_back(self):
        self.add("a.reprise")
        page = self.open_address(self.start() + "&log=b.reprise")
        self.assertIn("there is no such log", page.text("#message"))
        self.assertEqual(page.text("#title"), "b.reprise")
        page.click("#folder-link")
        self.wait_for_rows(page, {"a.reprise": "match"})

    def test_hostile_names_stay_text_and_lead_to_their_logs(self):
        for name in HOSTILE_NAMES:
            self.add(name)
        page = self.serve()
        shown = [name.replace("\u202e", "\\u{202e}") for name in HOSTILE_NAMES]
        self.assertEqual(set(self.rows(page)), set(shown))
        for index in range(len(HOSTILE_NAMES)):
            name = page.evaluate(f"document.querySelectorAll('#log-table a')[{index}].textContent")
            page.evaluate(f"document.querySelectorAll('#log-table a')[{index}].click()")
            self.wait(page, "window.reprise && window.reprise.model.session !== null")
            self.assertEqual(page.text("#title"), name)
            page.click("#folder-link")
            self.wait(page, "document.querySelector('#log-table') !== null")
        self.assertEqual(page.evaluate("window.hostile"), 0)
        self.complaints(page)

    def test_a_filter_is_in_the_address_and_survives_a_log(self):
        self.add("a.reprise")
        self.add("b.reprise")
        (self.logs / "text.reprise").write_text("no log")
        page = self.serve()
        page.click("[data-kind=match]")
        self.assertEqual(list(self.rows(page)), ["a.reprise", "b.reprise"])
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=match]').ariaPressed"),
                         "true")
        page.evaluate("document.querySelector('#log-filter').focus()")
        page.type("B")
        self.assertEqual(list(self.rows(page)), ["b.reprise"])
        page.evaluate("document.querySelector('#log-table a').click()")
        self.wait(page, "window.reprise && window.reprise.model.session !== null")
        page.evaluate("window.history.back()")
        self.wait(page, "document.querySelector('#log-table') !== null")
        self.assertEqual(list(self.rows(page)), ["b.reprise"])
        self.assertEqual(page.evaluate("document.querySelector('#log-filter').value"), "B")

    def test_keys_scroll_the_overview_and_move_between_logs(self):
        for number in range(60):
            self.add(f"{number:02}.reprise")
        page = self.serve()
        page.key("PageDown")
        self.wait(page, "document.querySelector('#overview').scrollTop > 200")
        page.key("j")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "00.reprise")
        page.key("j")
        page.key("j")
        page.key("k")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "01.reprise")
        page.key("Enter")
        self.wait(page, "window.reprise && window.reprise.model.session !== null")
        self.assertEqual(page.text("#title"), "01.reprise")

    def test_hundreds_of_logs_are_listed_in_parts(self):
        log = tiny_log(3)
        for number in range(250):
            (self.logs / f"{number:03}.reprise").write_bytes(log)
        page = self.serve()
        self.assertEqual(page.count("#log-table tbody tr"), 100)
        page.click("[data-more]")
        self.assertEqual(page.count("#log-table tbody tr"), 250)
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "100.reprise")
        self.assertEqual(page.count("[data-more]"), 0)

    def test_more_pages_than_a_browser_has_connections_are_kept_up_to_date(self):
        self.add("a.reprise")
        address = self.start()
        pages = [self.open_address(address) for _ in range(8)]
        self.add("b.reprise")
        for page in pages:
            self.wait_for_rows(page, {"a.reprise": "match", "b.reprise": "match"})

    def test_the_page_is_accessible_and_fits(self):
        self.add("a.reprise")
        self.add("a-long-name-without-end-" * 5 + ".reprise")
        (self.logs / "text.reprise").write_text("no log")
        diverging(self.logs / "b.reprise", SESSIONS / "tour.reprise", 19, "counter.count", 3)
        address = self.start()
        for options in ({}, PHONE):
            for dark in (False, True):
                with self.subTest(options=options, dark=dark):
                    page = self.open_address(address, dark=dark, **options)
                    self.wait(page, SETTLED)
                    self.assertEqual(page.evaluate(CONTRAST), [])
                    width = options.get("width", 1280)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"),
                                         width)
                    self.assertLessEqual(
                        page.evaluate("document.querySelector('#overview').scrollWidth"), width)
                    if options:
                        self.assertEqual(page.evaluate(SMALL_TARGETS), [])
                    if find_axe():
                        self.assertEqual(axe_findings(page), [])
                    self.complaints(page)


if __name__ == "__main__":
    unittest.main()
