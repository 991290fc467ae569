#!/usr/bin/env python3
"""Tests reading a session: lanes, matches, copied text, failures, and sizes for fingers.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import json
import unittest

from checks import SMALL_TARGETS, axe_findings, find_axe
from page_case import PageCase, set_up
from pages import SESSIONS, record

PHONE = {"width": 390, "height": 844}
# The columns of the timeline that are drawn at a height, in pixels of the page.
COLUMNS = """
(([canvas, y]) => {
  const ratio = window.devicePixelRatio;
  const { data } = canvas.getContext('2d').getImageData(0, Math.round(y * ratio), canvas.width, 1);
  return Array.from({ length: canvas.width }, (_, x) => [x / ratio, data[4 * x + 3]])
    .filter(([, alpha]) => alpha > 0);
})([document.querySelector('#track canvas'), %s])
"""
# Whether the first row that differs is visible, with the panel that has it.
DIFFERENCE_IN_SIGHT = """
(() => {
  const row = document.querySelector('#divergence .different tr').getBoundingClientRect();
  const panel = document.querySelector('#divergence').getBoundingClientRect();
  return row.height > 0 && row.top >= Math.max(0, panel.top)
    && row.bottom <= Math.min(window.innerHeight, panel.bottom);
})()
"""
LONG_FAILURE = {
    "verdict": "stateDiverged", "steps": 61, "message": "A message. " * 40,
    "divergence": {
        "step": 19, "action": "counter.decrTapped", "path": "counter.count",
        "expected": "expected " * 90, "actual": "actual " * 90,
        "difference": [*(f"  line {number}" for number in range(80)),
                       "- count: 10", "+ count: 7", "  )"]}}


def setUpModule():
    set_up()


class TimelineTests(PageCase):
    def lanes(self, page):
        return page.texts(".lane-label")

    def test_the_actions_of_the_root_share_a_lane_and_rows_have_that_of_their_feature(self):
        page = self.open(SESSIONS / "app.reprise")
        self.assertEqual(self.lanes(page), ["App", "FavoritePrimes", "ShoppingList", "Product",
                                            "Counter", "PrimeModal", "EventSelection"])

    def test_the_elements_of_a_stack_are_in_the_lane_of_their_feature(self):
        page = self.open(SESSIONS / "favorite-primes-details.reprise")
        self.assertEqual(self.lanes(page), ["FavoritePrimes", "PrimeDetail"])

    def test_lanes_have_names_on_a_phone(self):
        page = self.open(SESSIONS / "tour.reprise", **PHONE)
        widths = page.evaluate(
            "Array.from(document.querySelectorAll('.lane-label'), (node) => "
            "node.getBoundingClientRect().width)")
        self.assertEqual(len(widths), 6)
        self.assertGreater(min(widths), 30)

    def test_a_tick_is_at_the_mark_of_its_step(self):
        page = self.open(SESSIONS / "counter.reprise")
        for _ in ("steps", "time"):
            lane_count = len(self.lanes(page))
            ticks = [x for x, _ in page.evaluate(COLUMNS % (lane_count * 13 + 3))]
            # The lane's own line is thinner than its marks.
            marks = [x for x, _ in page.evaluate(COLUMNS % 3)]
            self.assertGreater(len(ticks), 1)
            self.assertEqual([x for x in (ticks[0], ticks[-1]) if x not in marks], [])
            page.key("t")


class SearchTests(PageCase):
    def search(self, page, query):
        page.key("/")
        page.type(query)
        page.wait("document.querySelector('#found').textContent.endsWith('found')")
        page.frame()

    def test_matches_are_highlighted_in_the_list(self):
        page = self.open(SESSIONS / "tour.reprise")
        self.search(page, "action:INCR")
        self.assertEqual(set(page.texts("#steps mark")), {"incr"})
        self.assertEqual(page.count("#steps .summary mark"), 0)
        page.key("Escape")
        self.search(page, "path:alert")
        self.assertEqual(page.count("#steps .action mark"), 0)
        self.assertEqual(page.count("#steps .row:has(.summary mark)"), page.count("#steps .row"))
        page.key("Escape")
        page.frame()
        self.assertEqual(page.count("#steps mark"), 0)
        self.complaints(page)

    def test_a_match_within_a_long_value_is_in_view(self):
        text = "a" * 300 + "needle" + "b" * 300
        page = self.open(record(self.folder / "long.reprise",
                                [f'sendMessage.textChanged("{text}")']))
        self.search(page, "path:needle")
        self.assertEqual(page.evaluate("window.reprise.model.found"), [])
        page.key("Escape")
        self.search(page, "needle")
        self.assertIn("needle", page.texts("#steps .summary mark"))

    def test_matches_are_highlighted_in_the_timeline(self):
        page = self.open(SESSIONS / "tour.reprise")

        def opacities():
            return {number: page.evaluate(
                "(([canvas, x]) => canvas.getContext('2d').getImageData(Math.round(x * "
                "window.devicePixelRatio), "
                "Math.round(3 * window.devicePixelRatio), 1, 1).data[3])"
                "([document.querySelector('#track canvas'), "
                f"window.reprise.app.timeline.x({number})])")
                for number in (1, 19)}
        self.assertEqual(opacities(), {1: 255, 19: 255})
        self.search(page, "decrTapped")
        self.assertEqual(opacities()[19], 255)
        self.assertLess(opacities()[1], 100)


class CopyTests(PageCase):
    def test_the_action_the_link_the_path_and_the_value_are_copied(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=24&path=counter.count")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', "
                      "{ value: { writeText: async (text) => { window.copied = text; } } })")
        # The page may say something else before the test looks again.
        page.evaluate("const now = document.querySelector('#now'); window.said = []; new "
                      "MutationObserver(() => "
                      "window.said.push(now.textContent)).observe(now, { childList: true })")
        action = page.evaluate("window.reprise.model.session.step(24).action")
        address = page.evaluate("window.location.href.split('#')[0]")
        link = f"{address}#step=24&path=counter.count&log=0"
        for name, text in [("action", action), ("link", link), ("path", "counter.count"),
                           ("value", "7")]:
            with self.subTest(name=name):
                page.evaluate("window.said = []")
                self.press(page, f"Copy {name}")
                page.wait("window.said.includes('Copied')")
                self.assertEqual(page.evaluate("window.copied"), text)
        again = self.open(SESSIONS / "tour.reprise", at=link[link.index("#"):])
        self.assertEqual(self.step(again), 24)

    def test_a_page_without_a_clipboard_copies_and_a_text_is_harmless_where_it_is_pasted(self):
        page = self.open(record(self.folder / "harmful.reprise",
                                ['sendMessage.textChanged("a\\u{202e}b\\u{7}")']),
                         at="#step=1&path=sendMessage.text")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined }), "
                      "document.addEventListener('copy', (event) => { window.copied = "
                      "event.target.value; }), 0")
        self.press(page, "Copy value")
        page.wait("window.copied !== undefined")
        self.assertEqual(page.evaluate("window.copied"), '"a\\u{202E}b\\u{7}"')
        self.assertEqual(page.count("textarea"), 0)

    def press(self, page, text):
        page.evaluate(
            "Array.from(document.querySelectorAll('button'))"
            ".find((node) => node.textContent === "
                      f"{json.dumps(text)}).id = 'pressed', 0")
        # A page may copy only what a user has pressed.
        page.click("#pressed")
        page.evaluate("document.querySelector('#pressed').removeAttribute('id')")


class FailureTests(PageCase):
    def test_a_failure_opens_with_the_differing_lines_in_view(self):
        log = self.failing_log()
        for width, height in ((1280, 800), (390, 844), (360, 640)):
            with self.subTest(width=width):
                page = self.open(log, width=width, height=height)
                page.frame()
                self.assertTrue(page.evaluate(DIFFERENCE_IN_SIGHT))
                page.evaluate(f"window.reprise.app.divergence.use({json.dumps(LONG_FAILURE)}), "
                              "window.reprise.app.divergence.reveal()")
                self.assertTrue(page.evaluate(DIFFERENCE_IN_SIGHT), "a long failure")

    def test_a_phone_shows_differing_lines_in_one_column_and_the_others_on_demand(self):
        page = self.open(self.failing_log(), **PHONE)
        lines = "Array.from(document.querySelectorAll('#divergence .difference td .value'))" \
            ".filter((node) => node.checkVisibility()).map((node) => node.textContent.trim())"
        self.assertEqual(page.evaluate(lines), ["count: 10,", "count: 7,"])
        places = page.evaluate("Array.from(document.querySelectorAll('.different td'), (node) => "
                               "[node.getBoundingClientRect().left, "
                               "node.getBoundingClientRect().top])")
        self.assertEqual(places[0][0], places[1][0])
        self.assertLess(places[0][1], places[1][1])
        page.click("#divergence .unfold button")
        self.assertEqual(page.evaluate(lines), ["counter: CounterFeature.State(", "count: 10,",
                                                "count: 7,"])
        page.click("#divergence .unfold button")
        self.assertEqual(page.evaluate(lines), ["count: 10,", "count: 7,"])

    def test_expected_and_actual_have_other_colors_than_removed_and_added_values(self):
        for dark in (False, True):
            page = self.open(self.failing_log(), dark=dark)
            color = "getComputedStyle(document.documentElement).getPropertyValue('--{}')"
            red, green = [page.evaluate(color.format(name)) for name in ("removed", "added")]
            expected, actual = [page.evaluate(color.format(name))
                                for name in ("expected", "actual")]
            self.assertEqual(len({red, green, expected, actual}), 4)
            for kind, value in (("expected", expected), ("actual", actual)):
                shown = page.evaluate(
                    f"getComputedStyle(document.querySelector('.side.{kind}')).backgroundColor")
                self.assertEqual(shown, "rgb({}, {}, {})".format(*bytes.fromhex(value[1:])))


class PaneTests(PageCase):
    # The separators with the panes that they resize, and the direction in which the pane grows.
    SEPARATORS = [("split-steps", "steps-pane", "width", 1),
                  ("split-failure", "divergence", "height", 1),
                  ("split-screen", "screen-section", "height", -1),
                  ("split-state", "state-pane", "width", -1),
                  ("split-history", "history", "height", -1)]

    def size(self, page, pane, side):
        return page.evaluate(f"document.getElementById('{pane}').getBoundingClientRect().{side}")

    def test_panes_are_resized_with_mouse_and_keys(self):
        page = self.open(self.failing_log(), width=1600, height=1200)
        for separator, pane, side, direction in self.SEPARATORS:
            with self.subTest(separator=separator):
                before = self.size(page, pane, side)
                page.evaluate(f"document.getElementById('{separator}').focus()")
                page.key({"width": {1: "ArrowLeft", -1: "ArrowRight"},
                          "height": {1: "ArrowUp", -1: "ArrowDown"}}
                         [side][direction])
                self.assertAlmostEqual(self.size(page, pane, side), before - 24, delta=1)
                self.drag(page, separator, side, 40 * direction)
                self.assertAlmostEqual(self.size(page, pane, side), before + 16, delta=1)
                page.frame()
                now = page.evaluate(
                    f"document.getElementById('{separator}').getAttribute('aria-valuenow')")
                self.assertAlmostEqual(float(now), before + 16, delta=1)
                page.key("Delete")
                self.assertAlmostEqual(self.size(page, pane, side), before, delta=1)
        self.assertEqual(self.step(page), 19)
        self.complaints(page)

    def drag(self, page, separator, side, distance):
        x, y = page.evaluate(f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
                             f"(document.getElementById('{separator}').getBoundingClientRect())")
        to = (x + distance, y) if side == "width" else (x, y + distance)
        page.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                     clickCount=1)
        page.command("Input.dispatchMouseEvent", type="mouseMoved", x=to[0], y=to[1], button="left",
                     buttons=1)
        page.command("Input.dispatchMouseEvent", type="mouseReleased", x=to[0], y=to[1],
                     button="left", clickCount=1)

    def test_a_long_name_breaks_only_before_dots(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=23")
        parts = page.evaluate(
            "Array.from(document.querySelector('#step .action-text .name').childNodes)"
            ".filter((node) => node.nodeType === 3).map((node) => { const range = "
            "document.createRange(); "
            "range.selectNode(node); return [node.textContent, range.getClientRects().length]; })")
        self.assertEqual(parts, [["favoritePrimes", 1], [".alert", 1], [".presented", 1],
                                 [".confirmDeletion", 1]])
        self.assertGreater(page.evaluate(
            "document.querySelector('#step .action-text .name').getClientRects().length"), 1)


class FingerTests(PageCase):
    def test_targets_have_44_pixels(self):
        pages = {"failure": [self.failing_log()],
                 "overview": [self.failing_log(), SESSIONS / "counter.reprise"], "empty": []}
        for name, logs in pages.items():
            page = self.open(*logs, **PHONE)
            tabs = ["failure", "steps", "step", "state"] if name == "failure" else [None]
            for tab in tabs:
                with self.subTest(page=name, tab=tab):
                    if tab:
                        page.click(f"#tab-{tab}")
                    page.frame()
                    self.assertEqual(page.evaluate(SMALL_TARGETS), [])
            page.key("?")
            self.assertEqual(page.evaluate(SMALL_TARGETS), [])

    def test_a_row_of_the_state_opens_and_closes_at_a_touch(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=45", **PHONE)
        page.click("#tab-state")
        page.frame()
        row = "#tree [aria-expanded]"
        before = page.evaluate(f"document.querySelector('{row}').getAttribute('aria-expanded')")
        page.click(row)
        self.assertNotEqual(
            page.evaluate(f"document.querySelector('{row}').getAttribute('aria-expanded')"), before)

    def test_the_state_opens_at_the_change(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=45", **PHONE)
        page.click("#tab-state")
        page.frame()
        self.assertTrue(page.evaluate(
            "(([tree, row]) => row.top >= tree.top && row.bottom <= tree.bottom)(['#tree', '#tree "
            ".changed']"
            ".map((selector) => document.querySelector(selector).getBoundingClientRect()))"))

    def test_the_controls_are_near_the_thumb(self):
        page = self.open(SESSIONS / "tour.reprise", **PHONE)
        for control in ("#to-next", "#to-previous", "#play", "#tab-steps", "#tab-step",
                        "#tab-state"):
            top = page.evaluate(f"document.querySelector('{control}').getBoundingClientRect().top")
            self.assertGreater(top, PHONE["height"] * 0.75, control)


class AxeTests(PageCase):
    def test_axe_has_no_finding(self):
        if find_axe() is None:
            self.skipTest("axe-core is not installed: 'make setup-page' installs it")
        log = self.failing_log()
        kinds = {"session": ([SESSIONS / "tour.reprise"], "#step=23&path=counter.count"),
                 "failure": ([log], ""), "overview": ([log, SESSIONS / "counter.reprise"], ""),
                 "empty": ([], "")}
        for name, (logs, at) in kinds.items():
            for dark in (False, True):
                for width in (1280, 390):
                    with self.subTest(page=name, dark=dark, width=width):
                        page = self.open(*logs, at=at, dark=dark, width=width)
                        for tab in ("failure", "steps", "step", "state"):
                            if width == 390 and page.evaluate(
                                    f"document.querySelector('#tab-{tab}').checkVisibility()"):
                                page.click(f"#tab-{tab}")
                            page.frame()
                            self.assertEqual(axe_findings(page), [])


if __name__ == "__main__":
    unittest.main()
