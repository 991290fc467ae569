#!/usr/bin/env python3
"""Reads session logs by the description in ARCHITECTURE.md alone, and checks their blocks.

usage: format_reader.py LOG...

Prints a line for each log: its app, level, blocks and steps. Exits with 1 if one is not as the
description says, and tells the member and the offset at fault.
"""

import json
import struct
import sys
import zlib

PREFIX = bytes([0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF])
PREAMBLE_LENGTH = 52
TRAILER_LENGTH = 8
MAXIMUM_STEPS = 1 << 16
MAXIMUM_PAYLOAD = 32 << 20
MAXIMUM_HEADER = 1 << 20
KEYFRAME, GAP = 1, 2
KINDS = ("header", "block", "index", "end")


class BadLog(Exception):
    """A log that is not as the description says."""


class Member:
    """One gzip member of a log."""

    def __init__(self, data, offset, number):
        self.offset = offset
        self.place = f"member {number} at offset {offset}"
        preamble = data[offset : offset + PREAMBLE_LENGTH]
        if len(preamble) < PREAMBLE_LENGTH:
            raise BadLog(f"{self.place} ends within its first {PREAMBLE_LENGTH} bytes")
        if not preamble.startswith(PREFIX) or preamble[10:16] != b"\x28\x00RP\x24\x00":
            raise BadLog(f"{self.place} does not begin as a member of a log does")
        if zlib.crc32(preamble[16:48]) != struct.unpack_from("<I", preamble, 48)[0]:
            raise BadLog(f"{self.place} has fields that do not match their checksum")
        kind, flags, zero, self.sequence, self.length, self.inflated = struct.unpack_from(
            "<BBHIII", preamble, 16
        )
        self.position, self.steps, rest = struct.unpack_from("<QII", preamble, 32)
        known = (0, KEYFRAME, KEYFRAME | GAP) if kind == 1 else (0,)
        if kind >= len(KINDS) or flags not in known or zero or rest:
            raise BadLog(f"{self.place} has a kind or a flag that is unknown")
        if self.sequence != number:
            raise BadLog(f"{self.place} says that it is member {self.sequence}")
        self.kind = KINDS[kind]
        self.flags = flags
        self.starts_with_keyframe = bool(flags & KEYFRAME)
        self.follows_gap = bool(flags & GAP)
        self.payload = self._payload(data)

    def _payload(self, data):
        shortest = PREAMBLE_LENGTH + TRAILER_LENGTH
        if self.length < shortest or self.offset + self.length > len(data):
            raise BadLog(f"{self.place} is not as long as it says, {self.length} bytes")
        if self.inflated > (MAXIMUM_HEADER if self.kind == "header" else MAXIMUM_PAYLOAD):
            raise BadLog(f"{self.place} claims a payload of {self.inflated} bytes")
        end = self.offset + self.length - TRAILER_LENGTH
        inflater = zlib.decompressobj(wbits=-15)
        try:
            # One byte more than is claimed is enough to tell that there is more.
            payload = inflater.decompress(
                data[self.offset + PREAMBLE_LENGTH : end], self.inflated + 1
            )
        except zlib.error as error:
            raise BadLog(f"{self.place} does not inflate: {error}") from error
        if not inflater.eof or inflater.unused_data or len(payload) != self.inflated:
            raise BadLog(f"{self.place} does not inflate to {self.inflated} bytes")
        if struct.pack("<II", zlib.crc32(payload), len(payload)) != data[end : end + 8]:
            raise BadLog(f"{self.place} has a payload that does not match its checksum")
        return payload


def members(data):
    """The members of a log, one after the other."""
    offset, number = 0, 0
    while offset < len(data):
        member = Member(data, offset, number)
        yield member
        offset += member.length
        number += 1


def check_order(all_members):
    """Checks that a header comes first, then blocks, an index and an end."""
    kinds = [member.kind for member in all_members]
    blocks = kinds.count("block")
    if kinds != ["header"] + ["block"] * blocks + ["index", "end"]:
        raise BadLog(
            f"the members are {' '.join(kinds)}: a whole log has a header, blocks, an index and an end"
        )


def check_header(member):
    """Reads the header, and checks what a reader must know."""
    header = json.loads(member.payload)
    if header.get("format") != "reprise" or header.get("version") != 1:
        raise BadLog(f"{member.place} is of another format or version")
    if header.get("requires"):
        raise BadLog(f"{member.place} requires {header['requires']}, which this reader lacks")
    return header


def check_blocks(blocks):
    """Checks that the blocks' steps follow each other; returns how many there are and are lost."""
    last, count = 0, 0
    for place, block in enumerate(blocks):
        if block.position <= last if block.follows_gap else block.position != last + 1:
            raise BadLog(f"{block.place} begins with step {block.position}, not {last + 1}")
        if block.follows_gap and block.position == last + 1:
            raise BadLog(f"{block.place} claims to follow a gap, and there is none")
        if place == 0 and not block.starts_with_keyframe:
            raise BadLog(f"{block.place} is the first block and has no keyframe")
        count += len(steps_of(block))
        last = block.position - 1 + block.steps
    return count, last - count


class Payload:
    """Goes through the payload of a block."""

    def __init__(self, block):
        self.bytes, self.offset, self.place = block.payload, 0, block.place

    @property
    def is_at_end(self):
        return self.offset == len(self.bytes)

    def varint(self):
        value, shift = 0, 0
        while True:
            if self.is_at_end or shift > 63:
                raise BadLog(f"{self.place} ends within a number, at byte {self.offset} of its payload")
            byte = self.bytes[self.offset]
            self.offset += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def counted(self):
        count = self.varint()
        content = self.bytes[self.offset : self.offset + count]
        if len(content) != count:
            raise BadLog(f"{self.place} claims {count} bytes at byte {self.offset} of its payload")
        self.offset += count
        return content

    def chunk(self):
        """Reads the steps of a chunk: for each its row and the milliseconds since the one before."""
        count, row_count = self.varint(), self.varint()
        if not 1 <= row_count <= count <= MAXIMUM_STEPS:
            raise BadLog(f"{self.place} has a chunk of {count} steps and {row_count} rows")
        rows = [self.counted() for _ in range(row_count)]
        tokens = [self.varint() for _ in range(count)]
        if not all(rows) or max(tokens) >= row_count:
            raise BadLog(f"{self.place} has a step without a row, or an empty row")
        elapsed = [self.varint() for _ in range(count)] if self.varint() else [0] * count
        flags = [rows[token][0] for token in tokens]
        for _ in range(sum(flag & 1 for flag in flags)):
            self.varint()
        for _ in range(sum(flag >> 1 & 1 for flag in flags)):
            self.counted()
        return [(rows[token], time) for token, time in zip(tokens, elapsed)]


def steps_of(block):
    """The steps of a block, taken from its payload."""
    payload = Payload(block)
    if block.starts_with_keyframe:
        payload.counted()
    steps = []
    while not payload.is_at_end:
        steps += payload.chunk()
    if len(steps) > MAXIMUM_STEPS:
        raise BadLog(f"{block.place} holds {len(steps)} steps, which is too many")
    if len(steps) != block.steps:
        raise BadLog(f"{block.place} holds {len(steps)} steps, and {block.steps} by its own account")
    return steps


def check_index(index, end, blocks, steps):
    """Checks that the index lists the blocks, and that the end leads to the index."""
    entries = [struct.pack("<IQ", len(blocks), steps)]
    entries += [
        struct.pack("<QQIB", block.offset, block.position, block.steps, block.flags)
        for block in blocks
    ]
    if index.payload != b"".join(entries):
        raise BadLog(f"{index.place} does not list the blocks that are there")
    if end.payload or end.length != 62 or end.position != index.offset:
        raise BadLog(f"{end.place} does not lead to the index")


def read(data):
    """Checks a log, and describes it in a line."""
    all_members = list(members(data))
    if not all_members:
        raise BadLog("the file is empty")
    check_order(all_members)
    header = check_header(all_members[0])
    blocks = all_members[1:-2]
    steps, lost = check_blocks(blocks)
    check_index(all_members[-2], all_members[-1], blocks, steps)
    return (
        f"{header['app']} {header['appVersion']}, level {header['level']}: "
        f"{len(blocks)} blocks, {steps} steps" + (f", {lost} lost" if lost else "")
    )


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    is_bad = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                print(f"{path}: {read(file.read())}")
        except (BadLog, OSError, ValueError, KeyError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            is_bad = True
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()
