#!/usr/bin/env python3
"""Tests the page of recorded sessions in a headless Chromium.

`REPRISE` names the program, by default that of the debug build. Without Chromium, the tests are skipped, or
fail if `CI` is true.
"""

import base64
import concurrent.futures
import json
import shutil
import unittest

from checks import CONTRAST, FOCUSABLE, UNNAMED_ROLES
from page_case import PageCase, opening, set_up
from pages import (SESSIONS, calls_log, diverging, golden_logs, make_live_page, make_page, record,
                   replayed_message, run, states, tiny_log, tiny_members)

HOSTILE = ["<img src=x onerror='window.hostile=1'>", "<script>window.hostile=1</script>", "</script><b>bold</b>",
           "\u202eevil\u2066", "javascript:alert(1)", "&lt;i&gt;", "{{script}}", "a\u0007b\u001b[31m", "x" * 1_000_000]
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
  addEventListener(name, listener) { (window.server.listeners[name] = window.server.listeners[name] || []).push(listener); }
  close() {}
};
window.fetch = async (address, options) => {
  if (address.startsWith('complete')) return { json: async () => ['tap'] };
  window.server.sent.push([address, options.body]);
  const isKnown = options.body === 'tap';
  return { ok: isKnown, text: async () => (isKnown ? '' : `there is no action '${options.body}'`) };
};
"""
# Whether the selected row is visible.
IN_SIGHT = """
(() => {
  const list = document.querySelector('#steps').getBoundingClientRect();
  const row = document.querySelector('#steps [aria-selected=true]').getBoundingClientRect();
  return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
})()
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
        page.wait("document.querySelector('#now').textContent === 'Step 1: counter.incrTapped. 2 changes.'")

    def test_the_history_of_a_value_lists_each_change_and_jumps_to_it(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=1&path=counter.count")
        steps = [int(text) for text in page.texts("#history .number")]
        shown = json.loads(run("show", SESSIONS / "tour.reprise", "--path", "counter.count", "--json"))
        self.assertEqual(steps, [step["number"] for step in shown["steps"]])
        page.key("n")
        self.assertEqual(self.step(page), steps[1])
        page.key("N")
        self.assertEqual(self.step(page), steps[0])
        page.click("#history li:last-child .entry")
        self.assertEqual(self.step(page), steps[-1])

    def test_a_step_shows_its_cause_and_its_consequences(self):
        page = self.open(SESSIONS / "tour.reprise", at="#step=48")
        self.assertEqual([text.split()[0] for text in page.texts("#step .chain .link")], ["42", "46", "47"])
        page.key("c")
        self.assertEqual(self.step(page), 47)
        page.key("c")
        page.key("c")
        self.assertEqual(self.step(page), 42)
        self.assertEqual([text.split()[0] for text in page.texts("#step .steps .link")], ["46", "47", "48"])

    def test_what_effects_sent_is_folded_under_its_action(self):
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
        for query, expected in [("nthPrimeResponse", [17, 57]), ("Salted", [43, 45]), ("path:counter.alert", [17, 20, 57, 60]),
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
        self.assertEqual(page.evaluate("document.querySelector('#track').getAttribute('aria-valuenow')"),
                         str(self.step(page)))
        page.key("t")
        self.assertEqual(page.text("#scale"), "time")

    def test_lanes_are_in_the_order_of_their_first_steps_wherever_the_page_opens(self):
        for at in ("", "#step=50"):
            page = self.open(SESSIONS / "tour.reprise", at=at)
            self.assertEqual(page.texts(".lane-label"),
                             ["Counter", "PrimeModal", "FavoritePrimes", "ShoppingList", "Product", "Alerts"])

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
        self.assertEqual(page.texts("#log-table tbody th"), ["diverging.reprise", "alerts.reprise", "counter.reprise"])
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
        page.evaluate("(field => { field.value = 'call:milk'; field.dispatchEvent(new Event('input')); })"
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
        bars = ("(() => {{ const canvas = document.querySelector('#track canvas'); const ratio = window.devicePixelRatio; "
                "const data = canvas.getContext('2d').getImageData(0, {} * ratio, canvas.width, 1).data; "
                "return data.filter((_, index) => index % 4 === 3 && data[index] > 0).length / ratio; }})()")
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
                        page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), 0)

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
        self.assertEqual(self.page.evaluate("document.querySelector('#completions option').value"), "tap")
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
        page.evaluate("(() => { const list = document.querySelector('#steps'); list.scrollTop = list.scrollHeight; })()")
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
        self.assertEqual(page.texts("#steps .number"), ["0", "1", "2", "3", "4", "2,000,001", "2,000,002"])
        page.key("G")
        page.key("k")
        page.key("k")
        self.assertEqual(self.step(page), 4)
        self.assertIn("not known", page.text("#tree"))
        page.evaluate("window.reprise.model.select(1000)")
        self.assertEqual(self.step(page), 4)
        page.key("f")
        self.complaints(page)


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
        outside = [address for address in page.requests() if not address.startswith(("file:", "data:"))]
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
                 "failure": ([log], ""), "overview": ([log, SESSIONS / "counter.reprise"], ""), "empty": ([], "")}
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
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), 0)
                page.key("?")
                self.check_names(page)
                self.assertEqual(page.evaluate(CONTRAST), [])

    def check_names(self, page):
        unnamed = [node["role"]["value"] for node in page.command("Accessibility.getFullAXTree")["nodes"]
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
