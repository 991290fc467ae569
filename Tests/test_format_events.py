#!/usr/bin/env python3
"""Tests that the reader of the log format lists the calls of effects, and rejects events that contradict each other."""

import unittest

import format_reader
from format_values import BadLog
from format_writer import Member, endpoint, entry, event, events, header_line, journal, log, row, slot

TAP, MOVE = b"\x00", b"\x01\x04"
FIND = endpoint("nthPrime.find", "Int64", answer="Int64", failure={"type": 1})
SAVE = endpoint("files.save", "String", {"array": "Bool"})
TICKS = endpoint("clock.ticks", answer="Int64", is_stream=True)
READ = endpoint("files.read", answer="String")
CALLS = header_line(requires=["calls"], endpoints=[FIND, SAVE, TICKS])
LATER_CALLS = header_line(requires=["calls", "laterStart"], endpoints=[FIND, SAVE, TICKS])
BEGIN = event(0, 1, 1)
# The call `nthPrime.find(17)`, and its result 59.
CALL = event(1, 1, 1, 0, rest=b"\x22")
ANSWER = event(3, 1, 1, rest=b"\x00\x76")


class BlockTests(unittest.TestCase):
    """Tests of events in blocks."""

    def lines(self, *blocks, header=CALLS):
        return format_reader.read_whole(log(blocks, header=header)).lines

    def block(self, *found, steps=2, **options):
        return Member.block([row(0, TAP)] * steps, rest=events(*found), **options)

    def after_begin(self, *found):
        """Returns the lines of events after an effect began in step 1."""
        return self.lines(self.block((1, BEGIN), *((0, one) for one in found)))

    def assert_bad(self, found, pattern):
        with self.assertRaisesRegex(BadLog, pattern):
            self.after_begin(*found)

    def assert_bad_blocks(self, blocks, pattern, header=CALLS):
        with self.assertRaisesRegex(BadLog, pattern):
            self.lines(*blocks, header=header)

    def test_a_call_is_listed_below_the_step_before_it(self):
        first = self.block((1, BEGIN), (0, CALL), (1, ANSWER), (0, event(4, 1)))
        self.assertEqual(
            self.lines(first, Member.block([row(1, MOVE)], first=3, has_keyframe=False)),
            ["1: tap", "  ↳ nthPrime.find(17)", "2: tap", "  ↳ nthPrime.find(17) → 59"],
        )

    def test_an_event_may_follow_a_step_of_an_earlier_block(self):
        blocks = [self.block((1, BEGIN), (1, CALL)), self.block((0, ANSWER), steps=0, first=3)]
        self.assertEqual(
            self.lines(*blocks), ["2: tap", "  ↳ nthPrime.find(17)", "  ↳ nthPrime.find(17) → 59"]
        )

    def test_a_call_of_another_task_is_listed_as_any_other(self):
        other = event(8, 1, 1, 0, rest=b"\x22")
        self.assertEqual(self.after_begin(other), self.after_begin(CALL))

    def test_every_outcome_has_a_text(self):
        for outcome, text in (
            (b"\x01\x01\x04", "throws move(2)"),
            (b"\x02ende\xc3\xbc", "throws endeü"),
            (b"\x03", "→ canceled"),
            (b"\x04", "→ not recorded"),
            (b"\x05\x01E\x01a\x00\x00", "throws a"),
            (b"\x05\x01E\x01a\x01\x01b\x01E\x07", "throws b"),
        ):
            lines = self.after_begin(CALL, event(3, 1, 1, rest=outcome))
            self.assertEqual(lines[2], f"  ↳ nthPrime.find(17) {text}")

    def test_a_call_without_a_result_and_a_stream_end_without_a_value(self):
        save = event(1, 1, 1, 1, rest=b"\x01a\x02\x01\x00")
        self.assertEqual(
            self.after_begin(save, event(3, 1, 1, rest=b"\x00"), event(5, 1))[1:],
            ['  ↳ files.save("a", [true, false])', '  ↳ files.save("a", [true, false]) → ()'],
        )
        ticks, tick = event(1, 1, 1, 2), event(2, 1, 1, rest=b"\x04")
        self.assertEqual(
            self.after_begin(ticks, tick, tick, event(6, 1), event(3, 1, 1, rest=b"\x00"))[1:],
            ["  ↳ clock.ticks()", *["  ↳ clock.ticks() → element 2"] * 2, "  ↳ clock.ticks() → end"],
        )

    def test_events_precede_digests_and_follow_all_steps(self):
        header = header_line(requires=["calls", "partDigests"], endpoints=[FIND])
        block = self.block((1, BEGIN), (1, CALL))
        block.payload += b"\x00\x00"
        self.assertEqual(len(self.lines(block, header=header)), 2)
        unfinished = Member.block([row(0, TAP), row(16, TAP)], rest=events((1, BEGIN), (1, CALL)))
        self.assertEqual(self.lines(unfinished), ["2: tap", "  ↳ nthPrime.find(17)"])
        self.assert_bad_blocks([self.block((0, event(0, 1, 0)))], "starts an effect of step 0")
        for rest in (events((0, CALL)), b"\x01\x01\x01\x00"):
            block = self.block((1, BEGIN))
            block.payload += rest
            self.assert_bad_blocks([block], "has bytes behind its events")

    def test_only_a_log_that_says_so_has_events(self):
        block = self.block((1, BEGIN))
        self.assert_bad_blocks([block], "that its log cannot have", header=header_line())

    def test_a_block_has_as_many_events_as_it_says(self):
        steps = [row(0, TAP)]
        for count in (0, (1 << 20) + 1):
            block = Member.block(steps, rest=events((1, BEGIN), count=count))
            self.assert_bad_blocks([block], f"has {count} events")
        block = Member.block(steps, rest=events((1, BEGIN), count=2))
        self.assert_bad_blocks([block], "claims 1 bytes")

    def test_an_event_follows_a_step_of_its_block(self):
        self.assert_bad_blocks([self.block((1, BEGIN), (2, CALL))], "after step 3 of its 2 steps")

    def test_effects_and_calls_start_once_and_in_order(self):
        self.assert_bad([BEGIN], "effect 1 starts after effect 1")
        self.assert_bad([event(0, 3, 1)], "effect 3 starts, and effect 2 did not")
        self.assert_bad([event(0, 2, 2)], "starts an effect of step 2 after step 1")
        self.assert_bad([CALL, CALL], "call 1 starts after call 1")
        self.assert_bad([event(1, 1, 2, 0, rest=b"\x22")], "call 2 starts, and call 1 did not")
        self.assert_bad([event(1, 1, 0, 0, rest=b"\x22")], "call 0 starts after call 0")

    def test_an_effect_acts_between_its_start_and_its_end(self):
        for one in (event(1, 2, 1, 0, rest=b"\x22"), event(4, 2), event(5, 0), event(6, 2)):
            self.assert_bad([one], "is of effect [02], which did not start")
        for end in (event(5, 1), event(10, 1)):
            for one in (event(5, 1), event(6, 1), event(10, 1)):
                self.assert_bad([end, one], "is of effect 1, which has ended")

    def test_a_call_may_have_the_large_result_of_an_earlier_one(self):
        read = event(1, 1, 1, 3)
        text = b"\x80\x80\x04" + b"a" * (1 << 16)
        again = (event(1, 1, 2, 3), event(3, 1, 2, rest=b"\x06\x01"))
        header = header_line(requires=["calls"], endpoints=[FIND, SAVE, TICKS, READ])
        found = (read, event(3, 1, 1, rest=b"\x00" + text), *again)
        lines = self.lines(self.block((1, BEGIN), *((0, one) for one in found)), header=header)
        self.assertEqual(lines[2].replace("(1)", ""), lines[4])

    def test_a_call_ends_once_after_its_start(self):
        self.assert_bad([ANSWER], "is of call 1, which did not start")
        self.assert_bad([CALL, ANSWER, ANSWER], "is of call 1, which has ended")
        tick = event(2, 1, 1, rest=b"\x04")
        self.assert_bad([event(1, 1, 1, 2), event(3, 1, 1, rest=b"\x03"), tick], "which has ended")

    def test_only_streams_have_elements(self):
        self.assert_bad([CALL, event(2, 1, 1, rest=b"\x04")], "is an element of nthPrime.find")

    def test_an_endpoint_is_in_the_header(self):
        self.assert_bad([event(1, 1, 1, 3)], "is of endpoint 3, which the header lacks")

    def test_values_fit_their_types(self):
        self.assert_bad([event(1, 1, 1, 0)], "claims 1 bytes")
        self.assert_bad([event(1, 1, 1, 0, rest=b"\x22\x00")], "more than the arguments of call 1")
        self.assert_bad([event(1, 1, 1, 1, rest=b"\x01a\x01\x02")], "has 2 at byte")
        ticks = event(1, 1, 1, 2)
        self.assert_bad([ticks, event(2, 1, 1)], "claims 1 bytes")
        self.assert_bad([ticks, event(2, 1, 1, rest=b"\x04\x00")], "more than the value of call 1")
        self.assert_bad([ticks, event(3, 1, 1, rest=b"\x00\x04")], "more than the value of call 1")
        for rest, pattern in (
            (b"\x00", "claims 1 bytes"),
            (b"\x00\x76\x00", "more than the value"),
            (b"\x01\x05", "has case 5"),
            (b"\x01\x00\x00", "more than the value"),
            (b"\x02\xff", "a text that is none"),
            (b"\x03\x00", "more than the value"),
            (b"\x04\x00", "more than the value"),
            (b"\x05\x01E\x01a\x02", "has 2 at byte"),
            (b"\x06\x01", "the result of call 1, which has no large one"),
            (b"\x07", "has 7 at byte"),
        ):
            self.assert_bad([CALL, event(3, 1, 1, rest=rest)], pattern)
        save = event(1, 1, 1, 1, rest=b"\x01a\x00")
        self.assert_bad([save, event(3, 1, 1, rest=b"\x01\x00")], "a typed error of files.save")

    def test_other_events_have_a_known_kind_and_no_more_bytes(self):
        self.assert_bad([event(12, 1)], "has 12 at byte 0")
        self.assert_bad([event(0, 2, 1, rest=b"\x00")], "has 1 bytes behind its end")
        for kind in (4, 5, 6):
            self.assert_bad([event(kind, 1, rest=b"\x00")], "has 1 bytes behind its end")
        self.assert_bad([bytes([5, 0x81, 0])], "a number that is not valid")

    def test_effects_and_calls_may_have_started_in_lost_steps(self):
        answers = [(0, ANSWER), (0, event(0, 4, 1)), (0, event(1, 4, 9, 0, rest=b"\x02"))]
        expected = ["  ↳ call 1 → ?", "  ↳ nthPrime.find(1)"]
        later = self.block(*answers, first=5)
        self.assertEqual(self.lines(later, header=LATER_CALLS), ["4: not in the log", *expected])
        gap = self.block(*answers, first=5, follows_gap=True)
        first = Member.block([row(0, TAP)])
        self.assertEqual(self.lines(first, gap), ["4: not in the log", *expected])
        repeated = self.block((0, ANSWER), (0, ANSWER), first=5, follows_gap=True)
        self.assert_bad_blocks([repeated], "call 1, which has ended")


class JournalTests(unittest.TestCase):
    """Tests of events in the journal of an unfinished log."""

    def read(self, blocks, slots, header=None):
        data = log(blocks, is_whole=False, header=header)
        return format_reader.read_unfinished(data, journal(slots, header=header))

    def test_events_are_listed_between_the_steps(self):
        block = Member.block([row(0, TAP)], rest=events((1, BEGIN)))
        found = [event(0, 2, 2), event(1, 2, 2, 2), event(3, 2, 2, rest=b"\x03")]
        entries = [entry(row(128, one)) for one in found]
        slots = [slot(2, [entry(row(128, CALL)), entry(row(0, TAP)), *entries], pending=MOVE)]
        self.assertEqual(
            self.read([block], slots, header=CALLS)[1],
            ["1: tap", "  ↳ nthPrime.find(17)", "2: tap", "  ↳ clock.ticks()",
             "  ↳ clock.ticks() → canceled", "3: move(2), unfinished"],
        )

    def test_of_two_slots_with_the_same_events_the_longer_is_read(self):
        found = [entry(row(0, TAP)), entry(row(128, BEGIN)), entry(row(128, CALL))]
        block = Member.block([row(0, TAP)])
        header, expected = CALLS, ["1: tap", "  ↳ nthPrime.find(17)", "2: move(2)"]
        events_only = slot(2, [entry(row(128, one)) for one in (BEGIN, CALL)])
        moved = slot(2, [*[entry(row(128, one)) for one in (BEGIN, CALL)], entry(row(0, MOVE))])
        self.assertEqual(self.read([block], [events_only, moved], header=header)[1], expected)
        self.assertEqual(self.read([Member.block([])], [slot(1, found)], header=header)[1], expected[:2])

    def test_steps_before_an_event_that_cannot_be_one_are_kept(self):
        for bad in (entry(row(128, b"")), entry(row(128, CALL)), entry(row(128, BEGIN), distance=1),
                    entry(row(128, event(0, 1, 2))), entry(row(129, BEGIN)),
                    entry(row(128, BEGIN + b"\x00"))):
            slots = [slot(1, [entry(row(0, TAP)), bad, entry(row(0, TAP))], pending=MOVE)]
            self.assertEqual(self.read([Member.block([])], slots, header=CALLS)[1], ["1: tap"])
        slots = [slot(1, [entry(row(0, TAP)), entry(row(128, BEGIN)), entry(row(0, TAP))])]
        self.assertEqual(self.read([Member.block([])], slots)[1], ["1: tap"])


if __name__ == "__main__":
    unittest.main()
