#!/usr/bin/env python3
"""Tests the pages of sessions whose replay fails, in a headless Chromium.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import json
import unittest

from checks import axe_findings, find_axe
from page_case import PageCase, set_up
from pages import SESSIONS

# The count in the tree of the state.
COUNT = """
(() => {
  const { rows, node } = window.reprise.app.tree;
  const position = rows.findIndex(({ path }) => path === 'counter.count');
  return node.children[position].querySelector('.value:not(.old)').textContent;
})()
"""


def setUpModule():
    set_up()


class FailureTests(PageCase):
    def test_changes_in_the_list_and_the_history_are_not_cut_to_nothing(self):
        log = self.failing_log()
        for width in (1280, 800, 390):
            page = self.open(log, width=width, height=700)
            widths = page.evaluate(
                "Array.from(document.querySelectorAll('#steps .shown')).filter((node) => {"
                " const box = node.parentElement.getBoundingClientRect();"
                " return node.getBoundingClientRect().top < box.bottom - 1; })"
                ".map((node) => node.getBoundingClientRect().width)")
            self.assertTrue(all(each > 40 or each == 0 for each in widths), widths)
        page = self.open(log, width=1280, height=800)
        inside = ("(() => { const here = document.querySelector('.history [aria-current]')"
                  ".getBoundingClientRect(), pane = document.querySelector('#history')"
                  ".getBoundingClientRect(); return here.top >= pane.top"
                  " && here.bottom <= pane.bottom; })()")
        # The list scrolls after the layout.
        self.assertTrue(page.evaluate(
            f"new Promise((done) => setTimeout(() => done({inside}), 300))"))
        self.complaints(page)

    def test_a_crash_shows_its_place_and_the_state_before_it(self):
        page = self.open(SESSIONS / "tour.reprise")
        place = "App.fail at App/App.swift:12"
        crash = {"step": 19, "action": "counter.incrTapped", "cause": "signal",
                 "message": "arithmetic overflow", "frames": [place, "closure #1 in " + place * 3],
                 "lastLine": "tap " * 40}
        for effect, note, shown_step in [(None, "before step 19", 18), (2, "after step 19", 19)]:
            result = {"verdict": "crashed", "steps": 40, "context": ["  1 · " + "tap " * 40],
                      "crash": crash | ({"effect": effect} if effect else {})}
            page.evaluate(f"window.reprise.app.showResult({json.dumps(result)}); "
                          "window.reprise.model.select(1); window.reprise.model.select(19)")
            panel = page.text("#divergence")
            for text in [place, "arithmetic overflow", "crashed at step 19"]:
                self.assertIn(text, panel)
            self.assertEqual("In effect 2 of the step." in panel, effect is not None)
            self.assertEqual(page.text("#state-note"), note)
            count = json.loads(page.evaluate(
                f"window.reprise.model.session.stateJSON({shown_step})"))["counter"]["count"]
            self.assertEqual(page.evaluate(COUNT), str(count))
        page.size(390, 844)
        page.evaluate("document.querySelector('#divergence details')?.setAttribute('open', '')")
        if find_axe():
            self.assertEqual(axe_findings(page), [])
        self.complaints(page)


if __name__ == "__main__":
    unittest.main()
