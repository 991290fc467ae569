"""Reads the journal of an unfinished log, as described in Documentation/Reference/LogFormat.md."""

import struct

from format_events import EVENT
from format_values import DRAWS, MAXIMUM_STEPS, RECEIVED, UNFINISHED, BadLog, Bytes

MAGIC = b"RPJOURN1"
HEAD_LENGTH = 64
PAGE_LENGTH = 4096
ENTRY_HEAD_LENGTH = 8


class Slot:
    """A slot of the journal: the steps of one block."""

    def __init__(self, journal, offset, log):
        head = journal[offset : offset + HEAD_LENGTH]
        self.is_valid = False
        if len(head) < HEAD_LENGTH or not head.startswith(MAGIC):
            return
        binding, _, self.length, self.first, self.finished, self.pending = struct.unpack_from(
            "<IIQQQQ", head, len(MAGIC)
        )
        self.is_valid = (
            binding == log.binding
            and self.length >= PAGE_LENGTH
            and self.length % PAGE_LENGTH == 0
            and max(self.finished, self.pending) <= self.length
        )
        self.bytes = journal[offset : offset + self.length]

    def add(self, log):
        """Adds the finished steps and the events to the log, and returns the unfinished action or None."""
        place = f"the slot of step {self.first}"
        offset = HEAD_LENGTH
        finished = min(self.finished, len(self.bytes))
        while offset < finished:
            if offset + ENTRY_HEAD_LENGTH > finished:
                return None
            row_length, length = struct.unpack_from("<II", self.bytes, offset)
            end = offset + length
            if length <= ENTRY_HEAD_LENGTH or end > finished or self.is_full(log):
                return None
            content = Bytes(self.bytes[offset + ENTRY_HEAD_LENGTH : end], place)
            offset = end
            if row_length:
                try:
                    add_entry(content, row_length, log)
                except BadLog:
                    return None
        if not finished == self.finished < self.pending <= len(self.bytes) or self.is_full(log):
            return None
        content = Bytes(self.bytes[offset + ENTRY_HEAD_LENGTH : self.pending], place)
        for _ in ("distance", "elapsed"):
            content.varint()
        content.byte()
        action = log.types.text(content, log.header["action"])
        if not content.is_at_end:
            raise BadLog(f"{place} has more than an action behind its finished steps")
        return action

    def is_full(self, log):
        return log.last + 1 - self.first == MAXIMUM_STEPS


def add_entry(content, row_length, log):
    """Adds a finished step or an event to the log."""
    distance, _ = content.varint(), content.varint()
    row = content.take(row_length)
    if row[0] == EVENT:
        if distance or not content.is_at_end:
            raise BadLog(f"{content.place} has an event with parts of a step")
        event = Bytes(row[1:], f"an event in {content.place}")
        log.list_call(log.last, log.effects.event(event, log.last))
        return
    if row[0] & UNFINISHED or bool(row[0] & RECEIVED) != (distance > 0):
        raise BadLog(f"{content.place} has flags that do not fit")
    action = log.read_row(row, content.place)
    if row[0] & DRAWS:
        log.pass_draws(content.counted(), content.place)
    if not content.is_at_end:
        raise BadLog(f"{content.place} has an entry that is too long")
    add_step(action, log)


def add_step(action, log, note=""):
    log.last += 1
    log.count += 1
    log.list_step(log.last, action + note)


def slots_of(journal, log):
    """Returns the slots in use, in the order of their first steps, and longer ones first."""
    slots, offset = [], 0
    while (slot := Slot(journal, offset, log)).is_valid:
        if slot.first > 0 and slot.finished >= HEAD_LENGTH:
            slots.append(slot)
        offset += slot.length
    return sorted(slots, key=lambda slot: (slot.first, -slot.finished))


def read_journal(journal, log):
    """Adds the steps and events of a journal to its log, with a line for each step and call."""
    for slot in slots_of(journal, log):
        if slot.first != log.last + 1:
            continue
        if log.ends_unfinished:
            raise BadLog(f"the slot of step {slot.first} stands behind an unfinished step")
        unfinished = slot.add(log)
        if unfinished is not None:
            add_step(unfinished, log, ", unfinished")
            log.ends_unfinished = True
