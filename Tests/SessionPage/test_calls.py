#!/usr/bin/env python3
"""Tests how the page shows the calls of effects.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import unittest

from checks import CONTRAST, IN_SIGHT
from page_case import PageCase, opening, set_up
from pages import HOSTILE, calls_log


def setUpModule():
    global browser, folder
    browser, folder = set_up()


class CallTests(PageCase):
    def calls_page(self, *texts, **options):
        page = self.open(**options)
        page.evaluate(opening("calls.reprise", calls_log(*texts)))
        page.frame()
        return page

    def rows(self, page):
        return page.texts("#steps .row .action")

    def test_calls_are_folded_below_their_step(self):
        page = self.calls_page()
        self.assertEqual(page.texts("#steps .calls"), ["2 calls"])
        self.assertEqual(len(self.rows(page)), 5)
        page.click("#steps .calls")
        page.frame()
        self.assertEqual(self.rows(page)[2:4], ['search.find("Milk")', "clock.ticks()"])
        self.assertEqual(page.texts("#steps .call .summary"), ['→ throws "Milk"', ""])
        self.assertEqual(page.texts("#steps .call .took"), ["0 ms", "not ended"])
        # Moving skips the calls.
        page.evaluate("window.reprise.model.select(1)")
        page.key("j")
        self.assertEqual(self.step(page), 2)
        self.assertTrue(page.evaluate(IN_SIGHT))
        page.key("k")
        page.key("e")
        self.assertEqual(len(self.rows(page)), 5)
        page.key("E")
        self.assertEqual(len(self.rows(page)), 7)
        self.complaints(page)

    def test_a_step_lists_its_calls(self):
        page = self.calls_page()
        page.key("j")
        self.assertIn("Its effects made 2 calls", page.text("#step"))
        self.assertEqual(page.texts("#step .call-list li"), [
            'search.find("Milk") → throws "Milk"effect 1, at 00:00.007, 0 ms',
            "clock.ticks()effect 1, at 00:00.007, not ended"])
        page.wait("document.querySelector('#now').textContent.includes('2 calls')")
        page.key("j")
        self.assertEqual(page.count("#step .call-list"), 0)
        self.complaints(page)

    def test_a_search_shows_the_calls_that_it_finds(self):
        page = self.calls_page()
        page.evaluate(
            "(field => { field.value = 'call:milk'; field.dispatchEvent(new Event('input')); })"
                      "(document.querySelector('#search'))")
        page.wait("document.querySelector('#found').textContent === '1 found'")
        page.frame()
        self.assertEqual(self.rows(page)[1:], ['search.find("Milk")', "clock.ticks()"])
        self.assertEqual(page.texts("#steps .call.found .action"), ['search.find("Milk")'])
        page.click("#steps .calls")
        page.frame()
        self.assertEqual(len(self.rows(page)), 1)
        self.complaints(page)

    def test_a_printed_page_counts_calls_or_has_those_of_the_list(self):
        page = self.calls_page()

        def printed():
            page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
            return page.evaluate("document.querySelector('.print').textContent")
        self.assertIn("2 calls", printed())
        self.assertNotIn("search.find", printed())
        page.key("E")
        self.assertIn('↳ search.find("Milk") → throws "Milk", 0 ms', printed())
        self.complaints(page)

    def test_the_timeline_has_a_bar_for_calls(self):
        page = self.calls_page()
        bars = ("(() => {{ const canvas = document.querySelector('#track canvas'); const ratio = "
                "window.devicePixelRatio; "
                "const data = canvas.getContext('2d').getImageData(0, {} * ratio, canvas.width, "
                "1).data; "
                "return data.filter((_, index) => index % 4 === 3 && data[index] > 0).length / "
                "ratio; }})()")
        for _ in ("steps", "time"):
            self.assertGreater(page.evaluate(bars.format(12)), 500)
            self.assertEqual(page.evaluate(bars.format(1)), 0)
            page.key("t")

    def test_hostile_texts_of_calls_stay_text(self):
        page = self.calls_page(HOSTILE)
        before = page.count("script, img, b, i")
        page.key("E")
        page.key("j")
        page.frame()
        self.assertEqual(page.count("#steps .call"), len(HOSTILE) + 1)
        self.assertEqual(page.evaluate("window.hostile"), 0)
        self.assertEqual(page.count("script, img, b, i"), before)
        seen = page.evaluate("document.body.innerText")
        for character in "\u202e\u2066\u0007\u001b":
            self.assertNotIn(character, seen)
        self.assertIn("<img src=x onerror=", page.text("#step .call-list"))
        self.assertLess(len(page.text("#step")), 20_000)
        self.complaints(page)

    def test_calls_have_names_and_contrast_and_fit(self):
        for dark in (False, True):
            for width in (1280, 360):
                page = self.calls_page(dark=dark, width=width)
                page.key("E")
                for number in (0, 1, 2):
                    page.evaluate(f"window.reprise.model.select({number})")
                    page.frame()
                    self.assertEqual(page.evaluate(CONTRAST), [])
                    self.assertLessEqual(
                        page.evaluate("document.documentElement.scrollWidth - window.innerWidth"),
                        0)

    def test_very_many_calls_scroll(self):
        page = self.calls_page(["Milk"] * 20_000)
        page.key("E")
        page.evaluate("window.reprise.model.select(4)")
        page.frame()
        self.assertTrue(page.evaluate(IN_SIGHT))
        self.assertEqual(page.texts("#steps .number")[-1], "4")
        self.assertLess(page.count("#steps .row"), 100)
        page.evaluate("window.reprise.model.select(1)")
        self.assertLess(page.count("#step .call-list li"), 50)
        page.click("#step .more")
        self.assertEqual(page.count("#step .call-list li"), 1040)
        self.complaints(page)


if __name__ == "__main__":
    unittest.main()
