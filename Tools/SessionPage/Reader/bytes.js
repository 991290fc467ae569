import { Fault } from './errors.js';

const maxLevels = 512;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin = new TextDecoder('latin1');
const encoder = new TextEncoder();
const shortText = 24;

/** Returns the UTF-8 bytes of a text. */
export function bytesOf(text) {
  return encoder.encode(text);
}

/** Returns the text of UTF-8 bytes, or `null` if they are invalid. */
export function textOf(bytes) {
  // Most texts are short and ASCII, and starting a decoder takes longer than reading them.
  if (bytes.length <= shortText) {
    let text = '';
    for (let index = 0; index < bytes.length; index += 1) {
      if (bytes[index] >= 0x80) return decoded(bytes);
      text += String.fromCharCode(bytes[index]);
    }
    return text;
  }
  return decoded(bytes);
}

function decoded(bytes) {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    return null;
  }
}

/** Returns bytes as a text with one character for each, for use as a key. */
export function keyOf(bytes) {
  return latin.decode(bytes);
}

/** Returns a whole number as a `Number` if that is exact, and otherwise as a `BigInt`. */
export function exact(number) {
  const isSafe = number >= Number.MIN_SAFE_INTEGER && number <= Number.MAX_SAFE_INTEGER;
  return isSafe ? Number(number) : number;
}

/** Returns whether bytes precede others: as unsigned numbers, with a prefix before longer bytes. */
export function compareBytes(one, other) {
  const count = Math.min(one.length, other.length);
  for (let index = 0; index < count; index += 1) {
    if (one[index] !== other[index]) return one[index] - other[index];
  }
  return one.length - other.length;
}

/** A reader of a log's bytes, which trusts nothing in them. */
export class ByteReader {
  /** Creates a reader of a range of bytes, from whose start offsets count. */
  constructor(bytes, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
    this.depth = 0;
  }

  /** The number of bytes left. */
  get remaining() {
    return this.end - this.position;
  }

  /** Whether every byte has been read. */
  get isAtEnd() {
    return this.position === this.end;
  }

  enter() {
    if (this.depth >= maxLevels) {
      throw new Fault(
        `the value at byte ${this.position} is nested more than ${maxLevels} levels deep`);
    }
    this.depth += 1;
  }

  leave() {
    this.depth -= 1;
  }

  byte() {
    if (this.position >= this.end) {
      throw new Fault(`the data ends within a value, at byte ${this.position}`);
    }
    const byte = this.bytes[this.position];
    this.position += 1;
    return byte;
  }

  /** Reads a number of bytes without copying them. */
  take(count) {
    if (count > this.remaining) {
      throw new Fault(`the data ends within a value, at byte ${this.position}`);
    }
    this.position += count;
    return this.bytes.subarray(this.position - count, this.position);
  }

  /** Reads an unsigned integer of up to 64 bits, as a `BigInt` if a `Number` is not exact. */
  varint() {
    const start = this.position;
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    for (let count = 1; count < 7; count += 1) {
      byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return byte === 0 ? this.overlong(start) : value;
      scale *= 0x80;
    }
    return this.longVarint(BigInt(value), start);
  }

  /** Continues an integer after its first seven bytes. */
  longVarint(low, start) {
    let value = low;
    for (let shift = 49n; ; shift += 7n) {
      const byte = this.byte();
      if (shift > 63n || shift === 63n && (byte & 0x7f) > 1) this.outOfRange('UInt64', start);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return byte === 0 ? this.overlong(start) : exact(value);
    }
  }

  /** Reads an unsigned integer of up to 32 bits. */
  varint32() {
    const start = this.position;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift > 28 || shift === 28 && (byte & 0x7f) > 15) this.outOfRange('UInt32', start);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return byte === 0 && shift > 0 ? this.overlong(start) : value;
    }
  }

  /** Reads a signed integer, whose sign is in the lowest bit. */
  zigzag() {
    const folded = this.varint();
    if (typeof folded === 'number') return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    return exact(folded & 1n ? -(folded >> 1n) - 1n : folded >> 1n);
  }

  /** Reads the count of elements that take at least one byte each. */
  count() {
    const start = this.position;
    const count = this.varint();
    if (count > this.remaining) {
      throw new Fault(`the count ${count} at byte ${start} is larger than the `
        + `${this.remaining} bytes that follow`);
    }
    return count;
  }

  /** Reads bytes that are preceded by their count. */
  counted() {
    return this.take(this.count());
  }

  /** Reads text that is preceded by its count of bytes. */
  text() {
    const start = this.position;
    const text = textOf(this.counted());
    if (text === null) throw new Fault(`the text at byte ${start} is not UTF-8`);
    return text;
  }

  /** Reads the index of one of several alternatives. */
  tag(limit) {
    const start = this.position;
    const tag = this.varint();
    if (tag >= limit) {
      throw new Fault(`there is no case ${tag} at byte ${start}, only ${limit} cases`);
    }
    return tag;
  }

  /** Rejects an integer that is longer than necessary. */
  overlong(start) {
    throw new Fault(`the integer at byte ${start} is not in its shortest form`);
  }

  /** Rejects an integer that does not fit its type. */
  outOfRange(type, start) {
    throw new Fault(`the integer at byte ${start} does not fit ${type}`);
  }
}
