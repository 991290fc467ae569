#!/usr/bin/env python3
"""Shows that the reader of the log format takes golden logs, and no others."""

import gzip
import pathlib
import unittest

import format_reader

SESSIONS = pathlib.Path(__file__).parent / "Sessions"


class FormatReaderTests(unittest.TestCase):
    def test_golden_logs_are_read(self):
        logs = sorted(SESSIONS.glob("*.reprise"))
        self.assertGreater(len(logs), 5)
        for log in logs:
            self.assertRegex(format_reader.read(log.read_bytes()), r"Reprise .* \d+ steps$")

    def test_a_log_is_a_gzip_file_whose_first_line_is_json(self):
        text = gzip.decompress((SESSIONS / "tour.reprise").read_bytes())
        self.assertTrue(text.startswith(b'{"action":'))
        self.assertEqual(text.split(b"\n")[0][-1:], b"}")

    def test_no_part_of_a_log_is_a_log(self):
        data = (SESSIONS / "counter.reprise").read_bytes()
        for length in range(len(data)):
            with self.assertRaises(format_reader.BadLog, msg=f"the first {length} bytes"):
                format_reader.read(data[:length])

    def test_a_changed_byte_is_found_unless_it_changes_nothing(self):
        data = (SESSIONS / "counter.reprise").read_bytes()
        payloads = [member.payload for member in format_reader.members(data)]
        unnoticed = 0
        for offset in range(len(data)):
            changed = data[:offset] + bytes([data[offset] ^ 0x20]) + data[offset + 1 :]
            try:
                format_reader.read(changed)
            except format_reader.BadLog:
                continue
            # Compressed data has a few bits that stand for nothing.
            unnoticed += 1
            found = [member.payload for member in format_reader.members(changed)]
            self.assertEqual(found, payloads, f"byte {offset}")
        self.assertLess(unnoticed, len(data) // 100)

    def test_members_of_two_logs_make_no_log(self):
        data = (SESSIONS / "counter.reprise").read_bytes()
        with self.assertRaisesRegex(format_reader.BadLog, "says that it is member 0"):
            format_reader.read(data + data)


if __name__ == "__main__":
    unittest.main()
