"""Reads the values of a session log using the schema in its header, as described in Documentation/Reference/LogFormat.md."""

import base64
import json
import struct
import sys
import uuid

MAXIMUM_DEPTH = 512
MAXIMUM_STEPS = 1 << 16
# The flags of a row.
RECEIVED, DRAWS, EFFECT, CHANGE, UNFINISHED, OUTSIDE, MARK = 1, 2, 4, 8, 16, 32, 64
# Each level of a value takes several nested calls.
sys.setrecursionlimit(8 * MAXIMUM_DEPTH)

WIDTHS = {f"{sign}Int{bits}": bits for sign in ("", "U") for bits in (8, 16, 32, 64)}


class BadLog(Exception):
    """An error for a log that does not match the description."""


class Bytes:
    """A reader of a log's bytes. `place` describes their location."""

    def __init__(self, content, place):
        self.bytes, self.offset, self.place = content, 0, place

    @property
    def is_at_end(self):
        return self.offset == len(self.bytes)

    def take(self, count):
        content = self.bytes[self.offset : self.offset + count]
        if len(content) != count:
            raise BadLog(f"{self.place} claims {count} bytes at byte {self.offset} of its content")
        self.offset += count
        return content

    def byte(self):
        return self.take(1)[0]

    def tag(self, limit):
        byte = self.byte()
        if byte >= limit:
            raise BadLog(f"{self.place} has {byte} at byte {self.offset - 1} of its content")
        return byte

    def varint(self):
        start, value, shift = self.offset, 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if value >= 1 << 64 or (byte == 0 and shift > 7):
            raise BadLog(f"{self.place} has a number that is not valid at byte {start} of its content")
        return value

    def zigzag(self):
        number = self.varint()
        return number >> 1 ^ -(number & 1)

    def counted(self):
        return self.take(self.varint())

    def text(self):
        content = self.counted()
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            raise BadLog(f"{self.place} has a text that is none: {error}") from error


class Types:
    """The named types of a header's schema, and a reader for values of any type."""

    def __init__(self, header):
        self.types = header["schema"]["types"]

    def text(self, content, of, depth=0):
        """Reads a value of a type, and returns it as text."""
        if depth > MAXIMUM_DEPTH:
            raise BadLog(f"{content.place} has values that are nested more than {MAXIMUM_DEPTH} deep")
        if isinstance(of, str):
            return self.primitive(content, of)
        (kind, detail), depth = next(iter(of.items())), depth + 1
        if kind == "type":
            return self.named(content, self.types[detail], depth)
        if kind == "tuple":
            return self.fields(content, detail, depth)
        if kind == "json":
            return content.text()
        if kind == "optional":
            return self.text(content, detail, depth) if content.tag(2) else "nil"
        if kind in ("array", "identifiedArray", "set"):
            elements = self.elements(content, [detail], depth, is_ordered=kind == "set")
            return f"[{', '.join(element for element, in elements)}]"
        if kind == "dictionary":
            pairs = self.elements(content, detail, depth, is_ordered=True)
            return f"[{', '.join(f'{key}: {value}' for key, value in pairs) or ':'}]"
        raise BadLog(f"the header has a type that is unknown: {of}")

    def elements(self, content, types, depth, is_ordered):
        """Reads the elements of a collection. The keys of ordered collections must be sorted by their bytes."""
        elements, last = [], None
        for _ in range(content.varint()):
            start = content.offset
            element = [self.text(content, types[0], depth)]
            key = content.bytes[start : content.offset]
            if is_ordered and last is not None and key <= last:
                raise BadLog(f"{content.place} has elements out of order at byte {start}")
            last = key
            elements.append(element + [self.text(content, type, depth) for type in types[1:]])
        return elements

    def fields(self, content, fields, depth):
        if not fields:
            content.tag(1)
            return "()"
        texts = (self.text(content, field["type"], depth) for field in fields)
        return f"({', '.join(labelled(field, text) for field, text in zip(fields, texts))})"

    def named(self, content, type, depth):
        if "struct" in type:
            return type["name"].split(".")[-1] + self.fields(content, type["struct"], depth)
        case = content.varint()
        if case >= len(type["enum"]):
            raise BadLog(f"{content.place} has case {case} of '{type['name']}', which has fewer")
        case = type["enum"][case]
        payload = case.get("payload")
        return case["name"] + (self.fields(content, payload, depth) if payload else "")

    def primitive(self, content, type):
        if type == "Bool":
            return "true" if content.tag(2) else "false"
        if type in WIDTHS:
            bits, is_signed = WIDTHS[type], type[0] == "I"
            number = content.zigzag() if is_signed else content.varint()
            low = -(1 << bits - 1) if is_signed else 0
            if not low <= number < low + (1 << bits):
                raise BadLog(f"{content.place} has {number} as a value of {type}")
            return str(number)
        if type in ("Float", "Double", "Date"):
            length, form = (4, "<f") if type == "Float" else (8, "<d")
            return repr(struct.unpack(form, content.take(length))[0])
        if type in ("String", "URL"):
            return json.dumps(content.text(), ensure_ascii=False)
        if type == "Data":
            return base64.b64encode(content.counted()).decode()
        if type == "UUID":
            return str(uuid.UUID(bytes=content.take(16))).upper()
        raise BadLog(f"the header has a type that is unknown: {type}")


def labelled(field, text):
    return f"{field['name']}: {text}" if field.get("name") else text


def pass_effect(content):
    """Skips the shape of an effect."""
    left = 1
    while left:
        left -= 1
        tag = content.tag(11)
        if tag in (3, 4):
            left += content.varint()
        elif tag in (5, 9):
            content.text()
            if tag == 9:
                content.text()
            content.tag(2)
            left += 1
        elif tag in (6, 8):
            content.text()
        elif tag == 10:
            content.text()
            content.text()
        elif tag == 7:
            content.counted()
