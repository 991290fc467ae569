#!/usr/bin/env python3
"""Reads session logs using only the description in Documentation/Reference/LogFormat.md, and checks everything in them.

usage: format_reader.py LOG...

Prints a line for each log: its app, level, blocks and steps. The calls of effects follow, each below the step that
precedes it. For an unfinished log, NAME.partial, it also lists the steps in the log's journal. Exits with 1 if a
log does not match the description, and names the member and the offset of the error.
"""

import json
import os
import struct
import sys
import zlib

from format_events import EVENTS, Effects
from format_journal import read_journal
from format_values import BadLog, Bytes, Types, pass_effect
from format_values import CHANGE, DRAWS, EFFECT, MARK, MAXIMUM_STEPS, OUTSIDE, RECEIVED, UNFINISHED

PREFIX = bytes([0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF])
PREAMBLE_LENGTH = 52
TRAILER_LENGTH = 8
END_LENGTH = PREAMBLE_LENGTH + 2 + TRAILER_LENGTH
MAXIMUM_FIELD = (1 << 31) - 1
MAXIMUM_HEADER = 1 << 20
PLAIN_PAYLOAD, EXPANSION = 8 << 20, 64
MOST_EMPTY_BLOCKS = 2
KEYFRAME, GAP = 1, 2
DIGESTS = 0
DIGEST_LENGTH = 8
FEATURES = {
    "actionReferences", "calls", "identityTypes", "interruptions", "laterStart", "marks", "partDigests", "references",
    "sharedState"}
ROOT_OFFSET = 0xFFFF_FFFF
OUTSIDE_TEXT = "shared state changed from outside"
KINDS = ("header", "block", "index", "end", "copy")


class Torn(BadLog):
    """An error for a file that ends within a member."""


class Member:
    """A gzip member of a log."""

    def __init__(self, data, offset, number):
        self.offset = offset
        self.place = f"member {number} at offset {offset}"
        preamble = data[offset : offset + PREAMBLE_LENGTH]
        beginning = PREFIX + b"\x28\x00RP\x24\x00"
        if not beginning.startswith(preamble[:16]):
            raise BadLog(f"{self.place} does not begin as a member of a log does")
        if len(preamble) < PREAMBLE_LENGTH:
            raise Torn(f"{self.place} ends within its first {PREAMBLE_LENGTH} bytes")
        if zlib.crc32(preamble[16:48]) != struct.unpack_from("<I", preamble, 48)[0]:
            raise BadLog(f"{self.place} has fields that do not match their checksum")
        kind, flags, zero, self.sequence, self.length, self.inflated = struct.unpack_from(
            "<BBHIII", preamble, 16
        )
        self.position, self.steps, self.binding = struct.unpack_from("<QII", preamble, 32)
        known = (0, KEYFRAME, KEYFRAME | GAP) if kind == 1 else (0,)
        if kind >= len(KINDS) or flags not in known or zero:
            raise BadLog(f"{self.place} has a kind or a flag that is unknown")
        self.kind = KINDS[kind]
        if self.sequence != number:
            raise BadLog(f"{self.place} says that it is member {self.sequence}")
        if max(self.length, self.inflated, self.steps) > MAXIMUM_FIELD:
            raise BadLog(f"{self.place} claims a length or a count that is beyond the limit")
        if self.kind != "block" and (self.steps or self.position and self.kind != "end"):
            raise BadLog(f"{self.place} is no block and has steps")
        self.flags = flags
        self.starts_with_keyframe = bool(flags & KEYFRAME)
        self.follows_gap = bool(flags & GAP)
        self.payload = self._payload(data)

    def _payload(self, data):
        if self.length < END_LENGTH:
            raise BadLog(f"{self.place} is {self.length} bytes long, which no member is")
        if self.offset + self.length > len(data):
            raise Torn(f"{self.place} is not as long as it says, {self.length} bytes")
        limit = max(PLAIN_PAYLOAD, EXPANSION * self.length)
        if self.inflated > (MAXIMUM_HEADER if self.kind in ("header", "copy") else limit):
            raise BadLog(f"{self.place} claims a payload of {self.inflated} bytes")
        end = self.offset + self.length - TRAILER_LENGTH
        inflater = zlib.decompressobj(wbits=-15)
        try:
            # A single byte beyond the claimed length is enough to detect excess data.
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
    """Yields the members of a log in order."""
    offset, number = 0, 0
    # The last member may end with zeros, but none begins with one.
    end = len(data.rstrip(b"\0"))
    while offset < end:
        member = Member(data, offset, number)
        yield member
        offset += member.length
        number += 1


class Log:
    """A log, with the findings so far."""

    def __init__(self, first):
        if first.kind != "header" or first.binding:
            raise BadLog(f"{first.place} is no header")
        self.header = json.loads(first.payload)
        if self.header.get("format") != "reprise" or self.header.get("version") != 2:
            raise BadLog(f"{first.place} is of another format or version")
        unknown = set(self.header.get("requires", ())) - FEATURES
        if unknown:
            raise BadLog(f"{first.place} requires {sorted(unknown)}, which this reader lacks")
        if first.payload.find(b"\n") != len(first.payload) - 1:
            raise BadLog(f"{first.place} is not one line")
        self.binding = zlib.crc32(first.payload)
        self.header_payload = first.payload
        self.types = Types(self.header)
        self.blocks = []
        self.last = self.start = self.count = self.empty_blocks = 0
        self.ends_unfinished = False
        self.effects = Effects(self.header, self.types)
        # The steps with their calls, and the number of the last step among them.
        self.lines, self.listed, self.last_action = [], None, "start"

    def requires(self, feature):
        return feature in self.header.get("requires", ())

    def check_binding(self, member):
        if member.binding != self.binding:
            raise BadLog(f"{member.place} belongs to the header of another log")

    def take(self, block):
        """Checks a block, and that its steps follow the previous ones."""
        self.check_binding(block)
        if not self.blocks and self.requires("laterStart") and block.position and not block.follows_gap:
            self.last = self.start = block.position - 1
        if block.position <= self.last if block.follows_gap else block.position != self.last + 1:
            raise BadLog(f"{block.place} begins with step {block.position}, not {self.last + 1}")
        if block.follows_gap and block.position == self.last + 1:
            raise BadLog(f"{block.place} claims to follow a gap, and there is none")
        if block.position - self.last - 1 > MAXIMUM_FIELD:
            raise BadLog(f"{block.place} follows a gap that is too long")
        if not self.blocks and not block.starts_with_keyframe:
            raise BadLog(f"{block.place} is the first block and has no keyframe")
        if self.ends_unfinished:
            raise BadLog(f"{block.place} stands behind an unfinished step")
        self.empty_blocks = 0 if block.steps else self.empty_blocks + 1
        if self.empty_blocks > MOST_EMPTY_BLOCKS:
            raise BadLog(f"{block.place} holds no steps, nor do the {MOST_EMPTY_BLOCKS} before it")
        self.effects.may_be_lost |= block.follows_gap or self.start > 0
        if block.follows_gap or not self.blocks and self.start:
            self.last_action = "not in the log"
        steps = self.steps_of(block)
        self.blocks.append(block)
        self.count += len(steps)
        self.last = block.position - 1 + block.steps

    def steps_of(self, block):
        """Returns the rows of the steps in a block's payload."""
        content = Bytes(block.payload, block.place)
        if block.starts_with_keyframe:
            self.pass_keyframe(content)
        steps, events = [], []
        while not content.is_at_end:
            if content.bytes.startswith(EVENTS, content.offset) and not events:
                events = list(self.effects.block(content, block.position, len(steps)))
                continue
            if self.ends_unfinished:
                raise BadLog(f"{block.place} has a chunk behind an unfinished step")
            if content.bytes[content.offset] == DIGESTS:
                self.pass_digests(content)
                break
            if events:
                raise BadLog(f"{block.place} has bytes behind its events")
            steps += self.chunk(content)
        if len(steps) > MAXIMUM_STEPS:
            raise BadLog(f"{block.place} holds {len(steps)} steps, which is too many")
        if len(steps) != block.steps:
            raise BadLog(
                f"{block.place} holds {len(steps)} steps, and {block.steps} by its own account"
            )
        for step, text in events:
            if step >= block.position:
                self.last_action = self.read_row(steps[step - block.position], block.place)
            self.list_call(step, text)
        if steps:
            self.last_action = self.read_row(steps[-1], block.place)
        return steps

    def list_step(self, number, action):
        self.lines.append(f"{number}: {action}")
        self.listed, self.last_action = number, action

    def list_call(self, step, text):
        """Adds the line of an event below that of the step before it, if the event has a text."""
        if text is None:
            return
        if self.listed != step:
            self.list_step(step, self.last_action)
        self.lines.append(f"  ↳ {text}")

    def pass_keyframe(self, content):
        state = Bytes(content.counted(), f"the state in {content.place}")
        self.types.text(state, self.header["state"])
        if not state.is_at_end:
            raise BadLog(f"{state.place} is longer than its type says")
        supplement = Bytes(content.counted(), f"the supplement in {content.place}")
        while not supplement.is_at_end:
            offset = supplement.varint()
            if offset > len(state.bytes) and offset != ROOT_OFFSET:
                raise BadLog(f"{supplement.place} has a part that lies behind the state")
            supplement.counted()

    def pass_digests(self, content):
        """Skips the digests of keyframe parts at the end of a block."""
        content.take(1)
        for _ in range(content.varint()):
            if content.varint():
                content.take(DIGEST_LENGTH)
        if not content.is_at_end:
            raise BadLog(f"{content.place} has bytes behind its digests")
        if not self.requires("partDigests"):
            raise BadLog(f"{content.place} has digests, which its log cannot have")

    def chunk(self, content):
        """Reads the steps of a chunk, and returns the row of each."""
        count, row_count = content.varint(), content.varint()
        if not 1 <= row_count <= count <= MAXIMUM_STEPS:
            raise BadLog(f"{content.place} has a chunk of {count} steps and {row_count} rows")
        rows = [content.counted() for _ in range(row_count)]
        for row in rows:
            self.read_row(row, content.place)
        tokens = [content.varint() for _ in range(count)]
        if max(tokens) >= row_count:
            raise BadLog(f"{content.place} has a step without a row")
        if content.tag(2):
            for _ in range(count):
                content.varint()
        flags = [rows[token][0] for token in tokens]
        if any(flag & UNFINISHED for flag in flags[:-1]):
            raise BadLog(f"{content.place} has a step behind an unfinished one")
        self.ends_unfinished = bool(flags[-1] & UNFINISHED)
        for _ in range(sum(flag & RECEIVED for flag in flags)):
            content.varint()
        for flag in flags:
            if flag & DRAWS:
                self.pass_draws(content.counted(), content.place)
        return [rows[token] for token in tokens]

    def read_row(self, row, place):
        """Checks a row, and returns its action as text."""
        content = Bytes(row, f"a row in {place}")
        limit = 2 * OUTSIDE if self.requires("sharedState") else 2 * UNFINISHED
        flags = content.tag(2 * MARK if self.requires("marks") else limit)
        if flags & OUTSIDE and not self.requires("sharedState"):
            raise BadLog(f"{content.place} is a change from outside, which its log cannot have")
        if flags & MARK:
            if flags != MARK:
                raise BadLog(f"{content.place} is a mark and has the flags {flags}")
            return "mark: " + row[1:].decode()
        if flags & OUTSIDE:
            if flags != OUTSIDE | CHANGE or content.is_at_end:
                raise BadLog(f"{content.place} is a change from outside and has the flags {flags}")
            return OUTSIDE_TEXT
        if flags & UNFINISHED and flags & ~(RECEIVED | UNFINISHED):
            raise BadLog(f"{content.place} is unfinished and has the flags {flags}")
        if self.requires("actionReferences"):
            content.counted()
        action = self.types.text(content, self.header["action"])
        if flags & EFFECT:
            pass_effect(content)
        rest = len(row) - content.offset
        if rest and not flags & CHANGE:
            raise BadLog(f"{content.place} has {rest} bytes behind its action and effect")
        return action

    def pass_draws(self, draws, place):
        content = Bytes(draws, f"a draw in {place}")
        while not content.is_at_end:
            kind = content.varint()
            if kind >= len(self.header["draws"]):
                raise BadLog(f"{content.place} is of a dependency that the header lacks")
            self.types.text(content, self.header["draws"][kind]["type"])

    def check_tail(self, tail):
        """Checks that the index lists the blocks, and that the end points to the index."""
        index, end = tail[0], tail[-1]
        for member in tail:
            self.check_binding(member)
        entries = [struct.pack("<IQ", len(self.blocks), self.count)]
        entries += [
            struct.pack("<QQIB", block.offset, block.position, block.steps, block.flags)
            for block in self.blocks
        ]
        if index.payload != b"".join(entries):
            raise BadLog(f"{index.place} does not list the blocks that are there")
        if len(tail) == 3 and tail[1].payload != self.header_payload:
            raise BadLog(f"{tail[1].place} is no copy of the header")
        if end.payload or end.length != END_LENGTH or end.position != index.offset:
            raise BadLog(f"{end.place} does not lead to the index")

    @property
    def description(self):
        header, lost = self.header, self.last - self.start - self.count
        return (
            f"{header['app']} {header['appVersion']}, level {header['level']}: "
            f"{len(self.blocks)} blocks, {self.count} steps"
            + (f", {lost} lost" if lost else "")
            + (", the last one unfinished" if self.ends_unfinished else "")
        )


def open_log(found):
    """Creates a log from its first member."""
    first = next(found, None)
    if first is None:
        raise BadLog("the file is empty")
    return Log(first)


def read(data):
    """Checks a complete log, and returns a line that describes it."""
    return read_whole(data).description


def read_whole(data):
    """Checks a complete log, and returns it."""
    found = members(data)
    log = open_log(found)
    tail = []
    for member in found:
        if member.kind == "block" and not tail:
            log.take(member)
        else:
            tail.append(member)
    kinds = [member.kind for member in tail]
    if kinds not in (["index", "end"], ["index", "copy", "end"]):
        raise BadLog(f"behind the blocks stands: {' '.join(kinds) or 'nothing'}; the log is not whole")
    log.check_tail(tail)
    return log


def read_unfinished(data, journal):
    """Checks an unfinished log, and returns its description, and lines of its calls and its journal's steps."""
    found = members(data)
    log = open_log(found)
    try:
        for member in found:
            if member.kind != "block":
                raise BadLog(f"{member.place} is of no kind that stands in a log in the making")
            log.take(member)
    except Torn:
        # The journal contains the steps of the block that was being written.
        pass
    read_journal(journal, log)
    return log.description, log.lines


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    is_bad = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                data = file.read()
            if path.endswith(".partial"):
                journal = b""
                if os.path.exists(f"{path}.journal"):
                    with open(f"{path}.journal", "rb") as file:
                        journal = file.read()
                description, lines = read_unfinished(data, journal)
            else:
                log = read_whole(data)
                description, lines = log.description, log.lines
            print("\n  ".join([f"{path}: {description}", *lines]))
        except (BadLog, OSError, ValueError, KeyError, IndexError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            is_bad = True
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()
