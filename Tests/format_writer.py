"""Writes small logs and journals for the tests of the reader, as described in Documentation/Reference/LogFormat.md.

The app's state is a number, with two actions: `tap`, and `move` by a number.
"""

import json
import struct
import zlib

PREFIX = bytes([0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF]) + b"\x28\x00RP\x24\x00"
KINDS = ("header", "block", "index", "end", "copy")
SLOT_LENGTH = 4096


def varint(number):
    content = b""
    while number > 0x7F:
        content += bytes([number & 0x7F | 0x80])
        number >>= 7
    return content + bytes([number])


def counted(content):
    return varint(len(content)) + content


def header_line(version=2, app="Tiny", requires=(), endpoints=None):
    """Returns the header as the payload of its member."""
    header = {
        "format": "reprise",
        "version": version,
        "requires": list(requires),
        "optional": [],
        "app": app,
        "appVersion": "1.0",
        "build": "none",
        "recorded": "2026-11-22T00:00:00Z",
        "level": "steps",
        "schema": {
            "types": [
                {"name": "State", "struct": [{"name": "count", "type": "Int64"}]},
                {
                    "name": "Action",
                    "enum": [{"name": "tap"}, {"name": "move", "payload": [{"type": "Int64"}]}],
                },
            ]
        },
        "state": {"type": 0},
        "action": {"type": 1},
        "draws": [],
    }
    if endpoints is not None:
        header["endpoints"] = endpoints
    return json.dumps(header, sort_keys=True).encode() + b"\n"


def endpoint(name, *arguments, answer=None, is_stream=False, failure=None):
    """Returns an endpoint as the header lists it."""
    found = {"name": name, "arguments": list(arguments), "isStream": is_stream}
    if answer is not None:
        found["answer"] = answer
    if failure is not None:
        found["failure"] = failure
    return found


def event(kind, effect, *numbers, rest=b""):
    """Returns an event: its kind, its effect, further numbers, and the remaining bytes."""
    return bytes([kind]) + b"".join(map(varint, (effect, *numbers))) + rest


def zigzag(number):
    return varint(number << 1 if number >= 0 else ~number << 1 | 1)


def differences(event, previous):
    """Returns an event with its numbers as differences from the previous ones, or unchanged if it cannot be read."""
    noun = {0: "step", 1: "call", 2: "call", 3: "call", 8: "call"}.get(event[0])
    content, rest = event[:1], event[1:]
    for key in ("effect", noun) if noun else ("effect",):
        length = next((index + 1 for index, byte in enumerate(rest) if byte < 0x80), None)
        number = sum((byte & 0x7F) << 7 * index for index, byte in enumerate(rest[:length]))
        if length is None or varint(number) != rest[:length]:
            return event
        content, rest = content + zigzag(number - previous[key]), rest[length:]
        previous[key] = number
    return content + rest


def events(*found, count=None):
    """Returns the events of a block, each with the number of steps since the previous one."""
    content = b"\x80\x00" + varint(len(found) if count is None else count)
    previous = {"effect": 0, "call": 0, "step": 0}
    for steps, event in found:
        content += varint(steps) + b"\x07" + counted(differences(event, previous))
    return content


def row(flags, content):
    """Returns the row of a step: its flags, followed by its action and the rest."""
    return bytes([flags]) + content


class Member:
    """A member whose location in the file is not known yet."""

    def __init__(self, kind, payload, position=0, steps=0, flags=0):
        self.kind, self.payload, self.position = kind, payload, position
        self.steps, self.flags = steps, flags
        self.binding, self.compression = None, 6

    @staticmethod
    def block(rows, first=1, has_keyframe=True, follows_gap=False, supplement=b"", rest=b""):
        """Returns a block whose steps have a row each. `rest` follows the steps."""
        payload = b""
        if has_keyframe:
            payload = counted(b"\x00") + counted(supplement)
        if rows:
            payload += varint(len(rows)) * 2 + b"".join(map(counted, rows))
            payload += b"".join(map(varint, range(len(rows)))) + b"\x00"
            payload += b"\x01" * sum(row[0] & 1 for row in rows)
        flags = has_keyframe | follows_gap << 1
        return Member("block", payload + rest, first, len(rows), flags)

    def encoded(self, sequence, binding):
        deflater = zlib.compressobj(self.compression, wbits=-15)
        body = deflater.compress(self.payload) + deflater.flush()
        fields = struct.pack(
            "<BBHIIIQII",
            KINDS.index(self.kind),
            self.flags,
            0,
            sequence,
            len(PREFIX) + 36 + len(body) + 8,
            len(self.payload),
            self.position,
            self.steps,
            binding if self.binding is None else self.binding,
        )
        trailer = struct.pack("<II", zlib.crc32(self.payload), len(self.payload))
        return PREFIX + fields + struct.pack("<I", zlib.crc32(fields)) + body + trailer


def log(blocks, header=None, is_whole=True, has_copy=False, copy=None):
    """Returns a log of blocks, complete or unfinished."""
    header = header or header_line()
    binding = zlib.crc32(header)
    data = Member("header", header).encoded(0, 0)
    entries = b""
    for sequence, block in enumerate(blocks, 1):
        entries += struct.pack("<QQIB", len(data), block.position, block.steps, block.flags)
        data += block.encoded(sequence, binding)
    if not is_whole:
        return data
    index = struct.pack("<IQ", len(blocks), sum(block.steps for block in blocks)) + entries
    tail = [Member("index", index)]
    if has_copy:
        tail.append(Member("copy", copy or header))
    tail.append(Member("end", b"", position=len(data)))
    for sequence, member in enumerate(tail, len(blocks) + 1):
        data += member.encoded(sequence, binding)
    return data


def entry(row, rest=b"", distance=0):
    """Returns an entry of a journal. An entry without a row is skipped by readers, and may contain any bytes."""
    content = rest if not row else varint(distance) + b"\x00" + row
    return struct.pack("<II", len(row), 8 + len(content)) + content


def slot(first, entries, pending=None, is_free=False):
    """Returns a slot of a journal without the header's checksum: the rest of its head, and its entries."""
    content = b"".join(entries)
    finished = 64 + len(content)
    end = 0
    if pending is not None:
        content += bytes(8) + b"\x00\x00\xff" + pending
        end = 64 + len(content)
    head = struct.pack("<QQQQ", SLOT_LENGTH, first, 0 if is_free else finished, end) + bytes(16)
    return (head + content).ljust(SLOT_LENGTH - 16, b"\xee")


def journal(slots, header=None):
    """Returns a journal for a log with this header."""
    binding = zlib.crc32(header or header_line())
    head = b"RPJOURN1" + struct.pack("<II", binding, 0)
    return b"".join(head + slot for slot in slots)
