#!/usr/bin/env python3
"""Tests what the page shows of effects that a replay ran, in a headless Chromium.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import json
import shutil
import unittest

from checks import CONTRAST, axe_findings, find_axe
from page_case import PageCase, opening, set_up
from pages import SESSIONS, calls_log, changed_call, record, run

TOUR = SESSIONS / "tour.reprise"
# The texts of the elements with the class `differs`, whose border or shadow has the color of
# failures.
RED = """
(() => {
  const color = getComputedStyle(document.querySelector('#divergence .danger')).color;
  const nodes = Array.from(document.querySelectorAll('.differs'));
  return nodes.filter((node) => {
    const style = getComputedStyle(node);
    return style.borderInlineStartColor === color || style.boxShadow.includes(color);
  }).map((node) => node.textContent);
})()
"""


def setUpModule():
    set_up()


class EffectTests(PageCase):
    def differing_log(self):
        """Returns a log whose effect of step 16 calls something else in a replay."""
        return changed_call(self.folder / "call.reprise", TOUR, "NthPrimeClient.find", [8])

    def calls_page(self, result, texts=("Milk", "Bread"), **options):
        """Opens a log with calls of `search.find` and `clock.ticks`, and a replay's result."""
        page = self.open(**options)
        page.evaluate(opening("calls.reprise", calls_log(texts)))
        page.evaluate(f"window.reprise.app.showResult({json.dumps(result)}); "
                      "window.reprise.model.select(1)")
        page.frame()
        return page

    def test_a_call_that_differs_is_red_beside_the_recorded_one(self):
        page = self.open("--effects", self.differing_log())
        self.assertEqual(self.step(page), 16)
        self.assertEqual(page.text("#verdict"), "call diverged at step 16")
        self.assertEqual(page.texts("#divergence .side .value"),
                         ["NthPrimeClient.find(8)", "NthPrimeClient.find(7)"])
        self.assertEqual(page.text("#steps .differs .action"), "NthPrimeClient.find(8)")
        self.assertEqual(page.text("#steps .differs .summary"), "actual: NthPrimeClient.find(7)")
        text = page.text("#step .differs")
        self.assertIn("Expected, as recordedNthPrimeClient.find(8) → ", text)
        self.assertIn("Actual, as replayedNthPrimeClient.find(7)", text)
        self.assertEqual(page.evaluate(RED), [page.text("#steps .differs"), text])
        page.key("j")
        page.frame()
        self.assertEqual(page.count("#step .differs"), 0)
        self.complaints(page)

    def test_effects_are_verified_only_on_request(self):
        log = self.differing_log()
        page = self.open(log)
        self.assertEqual(page.text("#verdict"), "match, 61 steps verified")
        self.assertEqual(page.count(".differs"), 0)
        page = self.open("--effects", TOUR)
        self.assertEqual(page.text("#verdict"), "match, 61 steps verified, 12 effects verified")
        self.assertTrue(page.evaluate("document.querySelector('#effects').hidden"))
        self.complaints(page)

    def test_a_difference_that_is_not_at_a_call_follows_the_calls_before_it(self):
        page = self.calls_page({"verdict": "call diverged", "steps": 4, "divergence": {
            "kind": "call diverged", "step": 1, "action": "tap",
            "message": "effect 1 of the step did more", "expected": "its end",
            "actual": 'search.find("Bread")', "effect": {"number": 1, "position": 1, "calls": 1}}})
        items = page.texts("#step .call-list li")
        self.assertEqual(len(items), 4)
        self.assertEqual(
            items[1],
            'Expected of effect 1, as recordedits endActual, as replayedsearch.find("Bread")')
        self.assertEqual(page.evaluate(RED), [items[1]])
        self.complaints(page)

    def test_a_differing_call_is_listed_after_very_many_calls(self):
        result = {"verdict": "call diverged", "steps": 4, "divergence": {
            "kind": "call diverged", "step": 1, "action": "tap", "expected": 'search.find("Milk")',
            "actual": "nothing",
            "effect": {"number": 1, "position": 1, "calls": 900, "expectsCall": True}}}
        page = self.calls_page(result, texts=["Milk"] * 1000)
        self.assertEqual(page.count("#step .call-list li"), 41)
        self.assertIn('search.find("Milk")', page.texts("#step .call-list li")[40])
        self.assertEqual(page.count("#step .differs"), 1)
        self.complaints(page)

    def test_unverified_effects_have_their_reasons_and_lead_to_their_steps(self):
        reasons = ["it calls 'C.f' on a thread of its own",
                   "<img src=x onerror='window.hostile=1'>\u202e"]
        page = self.calls_page({"verdict": "match", "steps": 4, "verifiedSteps": 4, "effects": {
            "verified": 3,
            "unverified": [f"effect {index} of step 2: {text}"
                           for index, text in enumerate(reasons, 1)]}})
        self.assertEqual(page.text("#verdict"),
                         "match, 4 steps verified, 3 effects verified, 2 effects not verified")
        self.assertEqual(page.text("#effects summary"), "2 effects not verified")
        self.assertEqual(page.text("#effects li"), f"step 2, effect 1: {reasons[0]}")
        self.assertEqual(page.texts("#steps .note"), ["2 effects not verified"])
        page.click("#effects summary")
        page.click("#effects li .link")
        page.frame()
        self.assertEqual(self.step(page), 2)
        self.assertEqual(page.texts("#step .call-list .unverified"), [
            f"Effect 1 of the step was not verified: {reasons[0]}",
            "Effect 2 of the step was not verified: "
            "<img src=x onerror='window.hostile=1'>\\u{202e}"])
        self.assertEqual(page.evaluate("window.hostile"), 0)
        self.complaints(page)

    def test_very_many_unverified_effects_are_counted(self):
        page = self.calls_page({"verdict": "match", "steps": 4, "verifiedSteps": 4, "effects": {
            "verified": 0,
            "unverified": [f"effect {index} of step 1: no" for index in range(1, 1201)]}})
        self.assertEqual(page.count("#effects li"), 101)
        self.assertEqual(page.texts("#effects li")[-1], "1,100 more")
        self.assertLess(page.count("#step .call-list li"), 50)

    def test_a_log_without_calls_says_so(self):
        log = record(self.folder / "s.reprise", ["counter.incrTapped"])
        run("record", log, "--quiet", "--force", "--level", "steps", "--script", "-",
            lines=["counter.incrTapped"])
        page = self.open("--effects", log)
        self.assertEqual(page.text("#verdict"), "match, 1 step verified; effects not verified")
        self.assertEqual(page.text("#effects"), "Effects not verified: it has no calls")
        self.complaints(page)

    def test_an_overview_has_the_effects_of_its_logs(self):
        corpus = self.folder / "effects"
        corpus.mkdir()
        for log in (self.differing_log(), SESSIONS / "counter.reprise"):
            shutil.copy(log, corpus)
        page = self.open("--effects", corpus)
        lines = dict(zip(page.texts("#log-table tbody th"),
                         page.texts("#log-table tbody td:nth-child(2)")))
        self.assertEqual(lines["call.reprise"], "call diverged at step 16")
        self.assertRegex(lines["counter.reprise"], r"^match, \d+ effects verified$")
        self.assertTrue(page.evaluate("document.querySelector('#effects').hidden"))
        page.click("#overview .group .link")
        page.wait("document.querySelectorAll('#step .differs').length === 1")
        self.complaints(page)

    def test_a_printed_page_has_the_difference_and_the_unverified_effects(self):
        page = self.calls_page({"verdict": "call diverged", "steps": 4, "divergence": {
            "kind": "call diverged", "step": 1, "action": "tap", "expected": "its end",
            "actual": "clock.ticks()", "effect": {"number": 1, "position": 1, "calls": 2}},
            "effects": {"verified": 1, "unverified": ["effect 3 of step 2: it waits"]}})
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        text = page.text(".print")
        self.assertIn("Actual, as replayedclock.ticks()", text)
        self.assertIn("step 2, effect 3: it waits", text)

    def test_differences_and_reasons_have_contrast_names_and_fit(self):
        result = {"verdict": "call diverged", "steps": 4, "divergence": {
            "kind": "call diverged", "step": 1, "action": "tap", "expected": 'search.find("Milk")',
            "actual": "x" * 400,
            "effect": {"number": 1, "position": 1, "calls": 0, "expectsCall": True}},
            "effects": {"verified": 0, "unverified": [f"effect 2 of step 1: {'long ' * 60}"]}}
        for dark in (False, True):
            for width in (1280, 360):
                page = self.calls_page(result, dark=dark, width=width)
                page.evaluate("document.querySelector('#effects details').open = true; "
                              "document.querySelector('#tab-step').click()")
                page.frame()
                self.assertEqual(page.evaluate(CONTRAST), [])
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), 0)
                if find_axe():
                    self.assertEqual(axe_findings(page), [])


if __name__ == "__main__":
    unittest.main()
