#!/usr/bin/env python3
"""Tests the page of recorded sessions in a headless Chromium.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are
skipped, or fail if `CI` is true.
"""

import base64
import concurrent.futures
import json
import shutil
import unittest

from checks import IN_SIGHT
from page_case import PageCase, opening, set_up
from pages import (SESSIONS, golden_logs, make_live_page, make_page, replayed_message, run, states,
                   tiny_log, tiny_members)

# The selected step, its row, the state in the page, and the visible values with their paths.
SHOWN = """
(() => {
  const { model, app } = window.reprise;
  const seen = Array.from(document.querySelectorAll('#tree .node.value'), (node) => {
    const value = node.querySelector('.value:not(.old)');
    const { path } = app.tree.rows[Number(node.dataset.row)];
    return [path, value.textContent, value.classList.contains('whole')];
  });
  const row = document.querySelector('#steps [aria-selected=true] .number').textContent;
  return [model.step, row, model.session.stateJSON(model.step), seen];
})()
"""
# Replaces the server of a live session. Its events are handled before the promise resolves.
SERVER = """
window.server = {
  sent: [],
  listeners: {},
  async tell(name, data) {
    for (const listener of this.listeners[name] || []) listener({ data });
    await window.reprise.live.work;
  },
};
window.EventSource = class {
  addEventListener(name, listener) {
    const { listeners } = window.server;
    (listeners[name] = listeners[name] || []).push(listener);
  }
  close() {}
};
window.fetch = async (address, options) => {
  if (address.startsWith('complete')) return { json: async () => ['tap'] };
  window.server.sent.push([address, options.body]);
  const isKnown = options.body === 'tap';
  return { ok: isKnown, text: async () => (isKnown ? '' : `there is no action '${options.body}'`) };
};
"""


def setUpModule():
    global browser, folder
    browser, folder = set_up()


class StateTests(PageCase):
    def test_every_step_of_every_golden_log_shows_its_state(self):
        logs = golden_logs()
        self.assertGreater(len(logs), 30)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for log in logs:
                with self.subTest(log=log.name):
                    self.scrub(log, pool)

    def scrub(self, log, pool):
        """Steps through the session by keyboard, from the first step to the last."""
        page = browser.open(make_page(folder / "page.html", log))
        page.key("g")
        count = page.evaluate("window.reprise.model.session.count")
        expected_states = states(pool, log, range(count + 1))
        shown = []
        for number in range(count + 1):
            step, row, state, tree = page.evaluate(SHOWN)
            self.assertEqual((step, row), (number, str(number)))
            shown.append((state, tree))
            page.key("j")
        self.assertEqual(self.step(page), count)
        has_states = page.evaluate("window.reprise.model.session.hasStates")
        for (state, tree), expected in zip(shown, expected_states):
            if state is None:
                self.assertFalse(has_states)
                continue
            self.assertEqual(json.loads(state), expected)
            if has_states:
                self.compare_tree(tree, expected)
        self.complaints(page)
        page.close()

    def compare_tree(self, tree, state):
        """Compares the visible rows of numbers and Booleans with the state."""
        compared = 0
        for path, text, is_whole in tree:
            value, parts = state, path.split(".")
            while parts and isinstance(value, dict) and parts[0] in value:
                value = value[parts.pop(0)]
            if parts or is_whole or not isinstance(value, (bool, int)):
                continue
            self.assertEqual(json.loads(text), value, path)
            compared += 1
        self.assertGreater(compared, 0)


class ViewTests(PageCase):
    def test_a_change_is_marked_in_the_state_and_listed(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=1")
        self.assertEqual(page.texts("#tree .changed"), ["count: 0 → 1", "past: 0 → 1"])
        self.assertEqual(page.texts("#step .changes .path"), ["counter.count", "history.past"])
        page.wait("document.querySelector('#now').textContent === 'Step 1: counter.incrTapped. 2 "
                  "changes.'")

    def test_the_history_of_a_value_lists_each_change_and_jumps_to_it(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=1&path=counter.count")
        steps = [int(text) for text in page.texts("#history .number")]
        shown = json.loads(run("show", SESSIONS / "tour.reprise", "--path", "counter.count",
                               "--json"))
        self.assertEqual(steps, [step["number"] for step in shown["steps"]])
        page.key("n")
        self.assertEqual(self.step(page), steps[1])
        page.key("N")
        self.assertEqual(self.step(page), steps[0])
        page.click("#history li:last-child .entry")
        self.assertEqual(self.step(page), steps[-1])

    def test_a_step_shows_its_cause_and_its_consequences(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=48")
        self.assertEqual([text.split()[0] for text in page.texts("#step .chain .link")],
                         ["42", "46", "47"])
        page.key("c")
        self.assertEqual(self.step(page), 47)
        page.key("c")
        page.key("c")
        self.assertEqual(self.step(page), 42)
        self.assertEqual([text.split()[0] for text in page.texts("#step .steps .link")],
                         ["46", "47", "48"])

    def test_actions_of_effects_are_folded_under_their_cause(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=48")
        page.key("f")
        self.assertEqual(self.step(page), 42)
        page.key("j")
        self.assertEqual(self.step(page), 43)
        page.key("k")
        page.key("Enter")
        page.evaluate("window.reprise.model.select(45)")
        self.assertEqual(self.step(page), 45)
        page.key("j")
        self.assertEqual(self.step(page), 46)

    def test_a_search_finds_actions_and_values(self):
        page = self.open(SESSIONS / "tour.reprise")
        for query, expected in [("nthPrimeResponse", [17, 57]), ("Salted", [43, 45]),
                                ("path:counter.alert", [17, 20, 57, 60]),
                                ("action:incrTapped 9", [11, 12, 55]), ("no such thing", [])]:
            page.key("/")
            page.type(query)
            page.wait("document.querySelector('#found').textContent.endsWith('found')")
            self.assertEqual(page.evaluate("window.reprise.model.found"), expected, query)
            self.assertEqual([int(text) for text in page.texts("#steps .number")], expected, query)
            page.key("Escape")
        self.assertEqual(page.count("#steps .row") > 10, True)

    def test_an_address_names_log_step_and_value(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=17&path=counter.alert&log=0")
        self.assertEqual(self.step(page), 17)
        self.assertEqual(page.text("#history .path"), "counter.alert")
        page.key("j")
        page.wait("window.location.hash === '#step=18&path=counter.alert&log=0'")
        page.evaluate("window.location.hash = '#step=3'")
        page.wait("window.reprise.model.step === 3")
        odd = self.open(SESSIONS / "tour.reprise", at="#step=99999999&path=no.such[&log=7")
        self.assertEqual(self.step(odd), 61)
        self.assertEqual(odd.evaluate("window.reprise.model.path"), None)
        self.complaints(odd)

    def test_the_recording_plays(self):
        page = self.open(SESSIONS / "tour.reprise")
        for _ in range(12):
            page.key("+")
        page.key(" ")
        page.wait("window.reprise.model.step >= 3")
        page.key(" ")
        self.assertFalse(page.evaluate("window.reprise.app.playback.isPlaying"))

    def test_the_timeline_selects_and_is_a_slider(self):
        page = self.open(SESSIONS / "tour.reprise")
        page.click("#track")
        self.assertIn(self.step(page), (30, 31, 32))
        self.assertEqual(
            page.evaluate("document.querySelector('#track').getAttribute('aria-valuenow')"),
                         str(self.step(page)))
        page.key("t")
        self.assertEqual(page.text("#scale"), "time")

    def test_lanes_are_in_the_order_of_their_first_steps_wherever_the_page_opens(self):
        for at in ("", "#step=50"):
            page = self.open(SESSIONS / "tour.reprise", at=at)
            self.assertEqual(page.texts(".lane-label"),
                             ["Counter", "PrimeModal", "FavoritePrimes", "ShoppingList", "Product",
                              "Alerts"])

    def test_a_log_without_states_says_so(self):
        page = self.open(SESSIONS / "levels" / "actions.reprise", at="#step=3")
        self.assertIn("keeps no states", page.text("#tree"))
        page.key("n")
        page.key("j")
        self.complaints(page)


class FailureTests(PageCase):
    def test_a_failing_replay_opens_at_its_divergence(self):
        log = self.failing_log()
        page = self.open(log)
        self.assertEqual(self.step(page), 19)
        self.assertEqual(page.text("#verdict"), "state diverged at step 19")
        self.assertEqual(page.texts("#divergence .side .value"), ["10", "7"])
        self.assertIn("count: 10,", page.text("#divergence .difference .expected"))
        page.key("G")
        page.key("d")
        self.assertEqual(self.step(page), 19)
        self.complaints(page)

    def test_a_corpus_is_an_overview_and_opens_its_logs(self):
        corpus = self.folder / "corpus"
        corpus.mkdir()
        for log in (self.failing_log(), SESSIONS / "counter.reprise", SESSIONS / "alerts.reprise"):
            shutil.copy(log, corpus)
        page = self.open(corpus)
        self.assertEqual(page.text("#overview h2"), "3 logs")
        self.assertEqual(page.texts("#log-table tbody th"),
                         ["diverging.reprise", "alerts.reprise", "counter.reprise"])
        self.assertIn("state diverged", page.text("#overview .group"))
        page.click("#overview .group .link")
        page.wait("window.reprise.model.session !== null && window.reprise.model.step === 19")
        page.key("o")
        self.assertFalse(page.evaluate("document.querySelector('#overview').hidden"))
        self.complaints(page)

    def test_a_damaged_log_shows_the_message_of_replay(self):
        whole = (SESSIONS / "counter.reprise").read_bytes()
        cases = {"empty": b"", "text": b"no log at all", "cut": whole[:-30], "short": whole[:1900],
                 "newer": tiny_log(3, keys={"version": 3}),
                 "feature": tiny_log(keys={"requires": ["teleport"]})}
        for position in range(40, len(whole), len(whole) // 12):
            changed = bytearray(whole)
            changed[position] ^= 4
            cases[f"flipped-{position}"] = bytes(changed)
        page = self.open()
        for name, data in cases.items():
            with self.subTest(name=name):
                path = folder / f"{name}.reprise"
                path.write_bytes(data)
                page.evaluate(opening(str(path), data))
                self.assertIn(replayed_message(path), page.text("#message"))
        self.complaints(page)


class LiveTests(PageCase):
    def setUp(self):
        self.page = browser.open(make_live_page(folder / "live.html"), script=SERVER)
        self.addCleanup(self.page.close)

    def tell(self, event, data=b""):
        text = base64.b64encode(data).decode() if isinstance(data, bytes) else json.dumps(data)
        self.page.evaluate(f"window.server.tell({json.dumps(event)}, {json.dumps(text)})")

    def last(self):
        return self.page.evaluate("window.reprise.model.session.last")

    def test_steps_arrive_and_the_newest_is_followed(self):
        header, first, *blocks = tiny_members(3, 2, 100, 1)
        self.tell("log", header + first)
        self.assertEqual((self.last(), self.step(self.page)), (3, 3))
        self.tell("block", blocks[0])
        self.assertEqual((self.last(), self.step(self.page)), (5, 5))
        self.assertEqual(self.page.text("#steps [aria-selected=true] .summary"), "count: 4 → 5")
        self.page.key("g")
        self.tell("block", blocks[1])
        self.assertEqual((self.last(), self.step(self.page)), (105, 0))
        self.page.key("G")
        self.tell("block", blocks[2])
        self.assertEqual(self.step(self.page), 106)
        self.tell("end")
        self.assertEqual(self.page.text("#live-state"), "The session has ended.")
        self.complaints(self.page)

    def test_a_session_restarts_and_fails(self):
        self.tell("log", tiny_log(3, isUnfinished=True))
        self.tell("log", tiny_log(1, isUnfinished=True))
        self.assertEqual(self.last(), 1)
        self.tell("failure", {"message": "the log was \u202e removed"})
        self.assertEqual(self.page.text("#live-state"), "the log was \\u{202e} removed")

    def test_an_action_is_completed_and_sent(self):
        self.tell("log", tiny_log(1, isUnfinished=True))
        self.page.evaluate("document.querySelector('#action').focus()")
        self.page.type("ta")
        self.page.wait("document.querySelector('#completions option') !== null")
        self.assertEqual(self.page.evaluate("document.querySelector('#completions option').value"),
                         "tap")
        self.page.type("p")
        self.page.key("Enter")
        self.page.wait("document.querySelector('#action').value === ''")
        self.assertIn(["actions?token=t", "tap"], self.page.evaluate("window.server.sent"))
        self.page.type("none")
        self.page.key("Enter")
        self.page.wait("document.querySelector('#answer').textContent !== ''")
        self.assertEqual(self.page.text("#answer"), "there is no action 'none'")
        self.assertEqual(self.page.evaluate("document.querySelector('#action').value"), "none")


class SizeTests(PageCase):
    def file(self, data, name="large.reprise"):
        path = folder / name
        path.write_bytes(data)
        return path

    def test_a_million_steps_scroll(self):
        page = self.open()
        page.evaluate(opening("large.reprise", tiny_log(*[50_000] * 20)))
        self.assertEqual(page.evaluate("window.reprise.model.session.count"), 1_000_000)
        for number in (1_000_000, 654_321, 7):
            page.evaluate(f"window.reprise.model.select({number})")
            page.frame()
            self.assertEqual(page.text("#steps [aria-selected=true] .number"), f"{number:,}")
            self.assertTrue(page.evaluate(IN_SIGHT))
        page.evaluate("(() => { const list = document.querySelector('#steps'); list.scrollTop = "
                      "list.scrollHeight; })()")
        page.frame()
        self.assertEqual(page.texts("#steps .number")[-1], "1,000,000")
        self.assertLess(page.count("#steps .row"), 100)
        page.key("/")
        page.type("path:count")
        page.wait("document.querySelector('#found').textContent === '1,000,000 found'")
        self.complaints(page)

    def test_lost_steps_have_one_row(self):
        page = self.open()
        page.evaluate(opening("gap.reprise", tiny_log(3, 2, gap=2_000_001)))
        self.assertEqual(page.texts("#steps .number"),
                         ["0", "1", "2", "3", "4", "2,000,001", "2,000,002"])
        page.key("G")
        page.key("k")
        page.key("k")
        self.assertEqual(self.step(page), 4)
        self.assertIn("not known", page.text("#tree"))
        page.evaluate("window.reprise.model.select(1000)")
        self.assertEqual(self.step(page), 4)
        page.key("f")
        self.complaints(page)


if __name__ == "__main__":
    unittest.main()
