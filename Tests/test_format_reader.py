#!/usr/bin/env python3
"""Tests that the reader of the log format accepts complete and unfinished logs, and no others.

`Sessions` contains complete logs. `Journals` contains unfinished logs with their journals: one of an app that
ended in its fourth step, and one of an app that was killed between two steps.
"""

import gzip
import pathlib
import unittest

import format_reader
from format_values import BadLog
from format_writer import Member, counted, entry, header_line, journal, log, row, slot

FOLDER = pathlib.Path(__file__).parent
SESSIONS = FOLDER / "Sessions"
JOURNALS = FOLDER / "Journals"
TAP, MOVE = b"\x00", b"\x01\x04"


class WholeLogTests(unittest.TestCase):
    def test_golden_logs_are_read(self):
        logs = sorted(SESSIONS.glob("**/*.reprise"))
        self.assertGreater(len(logs), 5)
        for path in logs:
            self.assertRegex(format_reader.read(path.read_bytes()), r"Reprise .* \d+ steps$")

    def test_a_log_is_a_gzip_file_whose_first_line_is_json(self):
        text = gzip.decompress((SESSIONS / "tour.reprise").read_bytes())
        self.assertTrue(text.startswith(b'{"action":'))
        self.assertEqual(text.split(b"\n")[0][-1:], b"}")

    def test_no_part_of_a_log_is_a_log(self):
        for name in ("counter", "tour"):
            data = (SESSIONS / f"{name}.reprise").read_bytes()
            for length in range(len(data)):
                with self.assertRaises(BadLog, msg=f"the first {length} bytes of {name}"):
                    format_reader.read(data[:length])

    def test_a_changed_byte_is_found_unless_it_changes_nothing(self):
        for name in ("counter", "tour"):
            data = (SESSIONS / f"{name}.reprise").read_bytes()
            payloads = [member.payload for member in format_reader.members(data)]
            unnoticed = 0
            for offset in range(len(data)):
                changed = data[:offset] + bytes([data[offset] ^ 0x20]) + data[offset + 1 :]
                try:
                    format_reader.read(changed)
                except BadLog:
                    continue
                # Some bits of compressed data have no meaning.
                unnoticed += 1
                found = [member.payload for member in format_reader.members(changed)]
                self.assertEqual(found, payloads, f"byte {offset}")
            self.assertLess(unnoticed, len(data) // 100)

    def test_members_of_two_logs_make_no_log(self):
        data = (SESSIONS / "counter.reprise").read_bytes()
        with self.assertRaisesRegex(BadLog, "says that it is member 0"):
            format_reader.read(data + data)


class BuiltLogTests(unittest.TestCase):
    """Tests of logs that are assembled byte by byte."""

    def assert_bad(self, data, pattern):
        with self.assertRaisesRegex(BadLog, pattern):
            format_reader.read(data)

    def test_a_log_may_have_a_copy_of_its_header(self):
        steps = Member.block([row(8, TAP + b"\x02")])
        self.assertRegex(format_reader.read(log([steps])), "1 steps$")
        self.assertRegex(format_reader.read(log([steps], has_copy=True)), "1 steps$")
        self.assert_bad(log([steps], has_copy=True, copy=b"{}\n"), "no copy of the header")

    def test_a_member_of_another_log_is_found_by_its_checksum(self):
        steps = Member.block([row(0, TAP)])
        steps.binding = 0x12345678
        self.assert_bad(log([steps]), "member 1 .* belongs to the header of another log")

    def test_a_keyframe_has_a_supplement(self):
        steps = [row(0, TAP)]
        part = b"\x01\x03abc"
        self.assertRegex(format_reader.read(log([Member.block(steps, supplement=part)])), "1 steps$")
        self.assert_bad(log([Member.block(steps, supplement=b"\x02\x00")]), "behind the state")
        self.assert_bad(log([Member.block(steps, supplement=b"\x00\x02a")]), "claims 2 bytes")

    def test_an_unfinished_step_is_the_last_of_the_log(self):
        data = log([Member.block([row(0, TAP), row(16, MOVE)])])
        self.assertRegex(format_reader.read(data), "2 steps, the last one unfinished$")
        self.assert_bad(log([Member.block([row(16, TAP), row(0, TAP)])]), "behind an unfinished one")
        last = Member.block([row(0, TAP)], first=2, has_keyframe=False)
        self.assert_bad(log([Member.block([row(16, TAP)]), last]), "stands behind an unfinished step")
        empty = Member.block([], first=2)
        self.assert_bad(log([Member.block([row(16, TAP)]), empty]), "stands behind an unfinished step")

    def test_an_unfinished_step_has_an_action_and_no_more(self):
        self.assert_bad(log([Member.block([row(16 | 4, TAP + b"\x00")])]), "has the flags 20")
        self.assert_bad(log([Member.block([row(16, TAP + b"\x00")])]), "has 1 bytes behind")

    def test_steps_may_be_lost_before_a_keyframe_only_and_not_too_many(self):
        first = Member.block([row(0, TAP)])
        far = Member.block([row(0, TAP)], first=5, follows_gap=True)
        self.assertRegex(format_reader.read(log([first, far])), "2 steps, 3 lost$")
        self.assert_bad(log([first, Member.block([row(0, TAP)], first=5)]), "begins with step 5, not 2")
        last = Member.block([row(0, TAP)], first=(1 << 31) + 1, follows_gap=True)
        self.assertRegex(format_reader.read(log([first, last])), "2147483647 lost$")
        last.position += 1
        self.assert_bad(log([first, last]), "follows a gap that is too long")

    def test_a_log_begins_with_a_later_step_only_if_it_says_so(self):
        header = header_line(requires=["laterStart"])
        first = Member.block([row(0, TAP)], first=1 << 40)
        second = Member.block([row(0, TAP)], first=(1 << 40) + 1, has_keyframe=False)
        self.assertRegex(format_reader.read(log([first, second], header=header)), "2 blocks, 2 steps$")
        self.assert_bad(log([first, second]), "begins with step 1099511627776, not 1")
        gap = Member.block([row(0, TAP)], first=5, follows_gap=True)
        self.assertRegex(format_reader.read(log([gap], header=header)), "1 steps, 4 lost$")

    def test_a_mark_is_a_text_and_no_more_in_a_log_that_may_have_them(self):
        header = header_line(requires=["marks"])
        marks = Member.block([row(64, "größer".encode()), row(0, TAP), row(64, b"")])
        self.assertRegex(format_reader.read(log([marks], header=header)), "3 steps$")
        self.assert_bad(log([marks]), "has 64 at byte 0")
        both = Member.block([row(64 | 8, b"text")])
        self.assert_bad(log([both], header=header), "is a mark and has the flags 72")
        outside = Member.block([row(32 | 8, b"\x02")])
        self.assert_bad(log([outside], header=header), "which its log cannot have")

    def test_two_blocks_without_steps_may_follow_each_other_and_no_third(self):
        empty = [Member.block([]) for _ in range(3)]
        self.assertRegex(format_reader.read(log(empty[:2])), "2 blocks, 0 steps$")
        self.assert_bad(log(empty), "member 3 .* holds no steps, nor do the 2 before it")

    def test_a_payload_beyond_8_mib_may_not_be_more_than_64_times_its_member(self):
        long = Member.block([row(0, TAP)], supplement=b"\x00" + b"\x80\x80\x80\x05" + bytes(10 << 20))
        self.assert_bad(log([long]), "claims a payload of 10485[0-9]+ bytes")
        long.compression = 0
        self.assertRegex(format_reader.read(log([long])), "1 steps$")

    def test_digests_end_a_block_if_the_header_declares_them(self):
        block = Member.block([row(0, TAP)])
        block.payload += bytes([0, 2, 0, 3]) + bytes(8)
        header = header_line(requires=("partDigests",))
        self.assertRegex(format_reader.read(log([block], header=header)), "1 steps")
        self.assert_bad(log([block]), "which its log cannot have")
        block.payload += b"\0"
        self.assert_bad(log([block], header=header), "behind its digests")

    def test_identities_of_effects_may_have_types(self):
        identity = counted(b"walk") + counted(b"Walk.CancelID")
        for shape in (bytes([10]) + identity, bytes([9]) + identity + bytes([1, 2])):
            block = Member.block([row(4, TAP + shape)])
            header = header_line(requires=("identityTypes",))
            self.assertRegex(format_reader.read(log([block], header=header)), "1 steps")

    def test_a_header_has_at_most_1_mib(self):
        self.assert_bad(log([], header=header_line(app="a" * (1 << 20))), "claims a payload of 104")


class JournalTests(unittest.TestCase):
    """Tests of unfinished logs."""

    def read(self, blocks, slots, **options):
        data = log(blocks, is_whole=False, **options)
        return format_reader.read_unfinished(data, journal(slots, **options))

    def stored(self, name):
        data = (JOURNALS / f"{name}.log").read_bytes()
        return data, gzip.decompress((JOURNALS / f"{name}.journal.gz").read_bytes())

    def test_an_app_that_ended_in_a_step_leaves_its_action(self):
        description, steps = format_reader.read_unfinished(*self.stored("crashed"))
        self.assertRegex(description, "Faulty .* 4 steps, the last one unfinished$")
        self.assertEqual(steps, ["1: dig", "2: dig", "3: dig", "4: giveUp, unfinished"])

    def test_an_app_that_was_killed_between_two_steps_leaves_them_all(self):
        description, steps = format_reader.read_unfinished(*self.stored("killed"))
        self.assertRegex(description, "Reprise .* 10 steps$")
        self.assertEqual(steps[2], "3: counter(nthPrimeResponse(2))")
        self.assertRegex(steps[4], r'products\(element\(id: .*, action: updateName\("Milk"\)\)\)\)$')

    def test_the_journal_of_another_log_adds_nothing(self):
        (data, _), (_, other) = self.stored("crashed"), self.stored("killed")
        description, steps = format_reader.read_unfinished(data, other)
        self.assertRegex(description, "0 steps$")
        self.assertEqual(steps, [])

    def test_a_log_in_the_making_needs_no_journal(self):
        self.assertRegex(self.read([Member.block([row(0, TAP)])], [])[0], "1 steps$")

    def test_a_slot_whose_steps_are_in_the_log_is_passed_over(self):
        old = slot(1, [entry(row(0, TAP))])
        new = slot(2, [entry(row(0, MOVE))])
        self.assertEqual(self.read([Member.block([row(0, TAP)])], [new, old])[1], ["2: move(2)"])

    def test_slots_are_read_in_the_order_of_their_steps(self):
        slots = [slot(3, [], pending=MOVE), slot(1, [entry(row(0, TAP)), entry(row(0, TAP))])]
        self.assertEqual(
            self.read([Member.block([])], slots)[1], ["1: tap", "2: tap", "3: move(2), unfinished"]
        )

    def test_a_free_slot_adds_nothing_and_hides_none_behind_it(self):
        slots = [slot(1, [entry(row(0, TAP))], is_free=True), slot(1, [entry(row(0, MOVE))])]
        self.assertEqual(self.read([Member.block([])], slots)[1], ["1: move(2)"])

    def test_an_entry_without_a_row_is_passed_over(self):
        masked = entry(b"", rest=b"\x00\x00\x00" + MOVE)
        slots = [slot(1, [masked, entry(row(0, TAP))])]
        self.assertEqual(self.read([Member.block([])], slots)[1], ["1: tap"])

    def test_steps_before_an_entry_that_cannot_be_one_are_kept(self):
        for bad in (bytes(9), entry(row(1, TAP)), entry(row(16, TAP)), entry(row(0, b"\x07"))):
            slots = [slot(1, [entry(row(0, TAP)), bad], pending=MOVE)]
            self.assertEqual(self.read([Member.block([])], slots)[1], ["1: tap"])

    def test_a_block_that_was_being_written_is_in_the_journal(self):
        block = Member.block([row(0, TAP)], has_keyframe=False)
        data = log([Member.block([]), block], is_whole=False)
        slots = journal([slot(1, [entry(row(0, TAP))])])
        _, steps = format_reader.read_unfinished(data[:-5], slots)
        self.assertEqual(steps, ["1: tap"])

    def test_damage_is_not_taken_for_an_end(self):
        data = bytearray(log([Member.block([]), Member.block([row(0, TAP)])], is_whole=False))
        data[-1] ^= 1
        with self.assertRaisesRegex(BadLog, "does not match its checksum"):
            format_reader.read_unfinished(bytes(data), b"")


if __name__ == "__main__":
    unittest.main()
