#!/usr/bin/env python3
"""Tests that the page is safe with hostile logs, and accessible.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import unittest

from checks import CONTRAST, FOCUSABLE, UNNAMED_ROLES
from page_case import PageCase, opening, set_up
from pages import HOSTILE, SESSIONS, make_page, record, tiny_log


def setUpModule():
    global browser, folder
    browser, folder = set_up()


class SafetyTests(PageCase):
    def test_hostile_text_stays_text(self):
        lines = [f"sendMessage.textChanged({swift_text(text)})" for text in HOSTILE]
        page = self.open(record(folder / "hostile.reprise", lines))
        self.assertEqual(page.evaluate("window.reprise.model.session.count"), len(lines))
        before = page.count("script, img, b, i")
        for number in range(1, len(lines) + 1):
            page.key("j")
            page.evaluate("window.reprise.model.selectPath('sendMessage.text')")
            self.assertEqual(page.evaluate("window.hostile"), 0)
            self.assertEqual(page.count("script, img, b, i"), before)
            seen = page.evaluate("document.body.innerText")
            for character in "\u202e\u2066\u0007\u001b":
                self.assertNotIn(character, seen)
        page.evaluate("window.reprise.model.select(1)")
        self.assertIn("<img src=x onerror=", page.text("#step .changes"))
        page.evaluate("window.reprise.model.select(4)")
        self.assertIn("\\u{202e}evil", page.text("#step .changes").lower())
        page.evaluate(f"window.reprise.model.select({len(lines)})")
        self.assertLess(len(page.text("#step")), 20_000)
        page.click("#step .more")
        self.assertGreater(len(page.text("#step")), 1_000_000)
        page.command("Emulation.setEmulatedMedia", media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(page.evaluate("window.hostile"), 0)
        self.complaints(page)

    def test_hostile_names_stay_text(self):
        name = "<b>\u202e\u0007.reprise"
        page = self.open()
        page.evaluate(opening(name, tiny_log(2, keys={"app": name})))
        self.assertEqual(page.text("#title"), "<b>\\u{202e}\\u{7}.reprise")
        self.assertTrue(page.text("#facts").startswith("<b>\\u{202e}\\u{7}.reprise 1.0"))
        self.assertNotIn("\u202e", page.evaluate("document.title"))
        page.evaluate(opening(name, b"no log"))
        self.assertNotIn("\u202e", page.evaluate("document.body.innerText"))

    def test_the_page_makes_no_requests(self):
        page = self.open(SESSIONS / "tour.reprise")
        page.key("G")
        outside = [address for address in page.requests()
                   if not address.startswith(("file:", "data:"))]
        self.assertEqual(outside, [])
        policy = page.evaluate("document.querySelector('meta[http-equiv]').content")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertNotIn("http", policy)

    def test_a_page_without_a_log_takes_one(self):
        page = self.open()
        self.assertFalse(page.evaluate("document.querySelector('#viewer').hidden"))
        document = page.command("DOM.getDocument")["root"]["nodeId"]
        field = page.command("DOM.querySelector", nodeId=document, selector="#file")["nodeId"]
        page.command("DOM.setFileInputFiles", nodeId=field, files=[str(SESSIONS / "tour.reprise")])
        page.wait("window.reprise.model.session !== null")
        self.assertEqual(page.text("#title"), "tour.reprise")
        self.assertEqual(page.evaluate("window.reprise.model.session.count"), 61)
        self.complaints(page)


class AccessibilityTests(PageCase):
    def pages(self):
        """Returns the kinds of pages, each in light and dark, and in a narrow window."""
        log = self.failing_log()
        kinds = {"session": ([SESSIONS / "tour.reprise"], "#step=23&path=counter.count"),
                 "failure": ([log], ""), "overview": ([log, SESSIONS / "counter.reprise"], ""),
                 "empty": ([], "")}
        for name, (logs, at) in kinds.items():
            address = make_page(folder / f"{name}.html", *logs) + at
            for dark in (False, True):
                for width in (1280, 360):
                    page = browser.open(address, dark=dark, width=width)
                    yield f"{name}, {'dark' if dark else 'light'}, {width} wide", page
                    page.close()

    def test_everything_has_a_name_and_contrast_and_fits(self):
        for name, page in self.pages():
            with self.subTest(page=name):
                self.check_names(page)
                self.assertEqual(page.evaluate(CONTRAST), [])
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), 0)
                page.key("?")
                self.check_names(page)
                self.assertEqual(page.evaluate(CONTRAST), [])

    def check_names(self, page):
        unnamed = [node["role"]["value"]
                   for node in page.command("Accessibility.getFullAXTree")["nodes"]
                   if not node.get("ignored") and node.get("role", {}).get("value") in UNNAMED_ROLES
                   and not node.get("name", {}).get("value", "").strip()]
        self.assertEqual(unnamed, [])

    def test_every_control_is_reached_with_tab(self):
        for name, page in self.pages():
            with self.subTest(page=name):
                wanted = page.evaluate(FOCUSABLE)
                page.evaluate("document.activeElement.blur()")
                reached = []
                while len(reached) < len(wanted):
                    page.key("Tab")
                    number = page.evaluate("document.activeElement.dataset.tabNumber || ''")
                    self.assertNotIn(number, reached, "the focus is caught")
                    if number:
                        reached.append(number)
                # In the order of the page.
                turn = reached.index("1")
                self.assertEqual(reached[turn:] + reached[:turn], wanted)

    def test_the_state_is_opened_and_closed_by_keys(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=23&path=counter")
        page.key("v")
        rows = page.count("#tree .node")
        page.key("ArrowLeft")
        self.assertLess(page.count("#tree .node"), rows)
        page.key("ArrowRight")
        self.assertEqual(page.count("#tree .node"), rows)
        page.key("ArrowDown")
        self.assertEqual(page.evaluate("window.reprise.model.path"), "counter.count")
        active = page.evaluate("document.activeElement.getAttribute('aria-activedescendant')")
        self.assertIn("count", page.text(f"#{active}"))

    def test_keys_are_listed_and_the_list_closes(self):
        page = self.open(SESSIONS / "tour.reprise")
        page.key("?")
        self.assertGreater(page.count("#keys kbd"), 20)
        page.key("Escape")
        self.assertFalse(page.evaluate("document.querySelector('#keys').open"))

    def test_panes_are_tabs_in_a_narrow_window(self):
        page = self.open(SESSIONS / "tour.reprise", width=360, height=740)
        page.click("#tab-state")
        self.assertTrue(page.evaluate("document.querySelector('#tree').offsetHeight > 0"))
        self.assertEqual(page.evaluate("document.querySelector('#steps').offsetHeight"), 0)
        page.key("ArrowLeft")
        self.assertEqual(page.evaluate("document.activeElement.id"), "tab-step")
        self.assertTrue(page.evaluate("document.querySelector('#step').offsetHeight > 0"))

    def test_a_printed_page_has_the_failure_and_the_changes(self):
        log = self.failing_log()
        page = self.open(log)
        page.command("Emulation.setEmulatedMedia", media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        text = page.evaluate("document.body.innerText")
        self.assertIn("state diverged at step 19", text)
        self.assertIn("counter.count: 0 → 1", text)
        self.assertNotIn("Fold effects", text)


def swift_text(text):
    """Returns a text as written in an action of a script."""
    escaped = "".join(character if character.isprintable() and character not in '"\\' else
                      f"\\u{{{ord(character):x}}}" for character in text)
    return f'"{escaped}"'


if __name__ == "__main__":
    unittest.main()
