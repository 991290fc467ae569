import { Fault } from './errors.js';

const lengthBase = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67,
  83, 99, 115, 131, 163, 195, 227, 258];
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5,
  5, 5, 0];
const distanceBase = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513,
  769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11,
  11, 12, 12, 13, 13];
const codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const longestCode = 15;
const maxLengthCodes = 286;
const maxDistanceCodes = 30;

/** The stream is invalid, or it ends early. */
class BadStream extends Error {}
/** The stream contains more bytes than expected. */
class TooLong extends Error {}

/**
 * Returns the fault of a raw deflate stream (RFC 1951) that lacks the expected number of bytes.
 *
 * Browsers report only that there is a fault, each at a different point. Other readers of the
 * format distinguish an invalid stream from a stream of a different length.
 */
export function inflateFault(bytes, length) {
  const check = new DeflateCheck(bytes, length);
  let isBad = false;
  try {
    check.run();
    isBad = check.count === length;
  } catch (error) {
    if (!(error instanceof BadStream || error instanceof TooLong)) throw error;
    isBad = error instanceof BadStream || check.position === bytes.length;
  }
  if (isBad) return new Fault('its compressed bytes cannot be decompressed');
  return new Fault('it is not as long as it says');
}

/**
 * Returns whether a raw deflate stream ends before its bytes do.
 *
 * Browsers reject such a stream. Other runtimes ignore the rest of the bytes.
 */
export function endsEarly(bytes, length) {
  const check = new DeflateCheck(bytes, length);
  check.run();
  return check.position < bytes.length;
}

/** A decoder that only counts the bytes of a deflate stream. */
class DeflateCheck {
  constructor(bytes, length) {
    this.bytes = bytes;
    this.length = length;
    this.position = 0;
    this.count = 0;
    this.held = 0;
    this.heldBits = 0;
  }

  run() {
    for (;;) {
      const isLast = this.bits(1);
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.symbols(...fixedCodes());
      else if (kind === 2) this.symbols(...this.codes());
      else throw new BadStream();
      if (isLast) return;
    }
  }

  bits(count) {
    while (this.heldBits < count) {
      if (this.position === this.bytes.length) throw new BadStream();
      this.held |= this.bytes[this.position] << this.heldBits;
      this.position += 1;
      this.heldBits += 8;
    }
    const value = this.held & (1 << count) - 1;
    this.held >>>= count;
    this.heldBits -= count;
    return value;
  }

  stored() {
    this.bits(this.heldBits % 8);
    const count = this.bits(16);
    if (count !== (~this.bits(16) & 0xffff)) throw new BadStream();
    const rest = this.bytes.length - this.position;
    const room = this.length - this.count;
    this.position += Math.min(count, rest, room);
    this.count += Math.min(count, rest, room);
    if (count <= Math.min(rest, room)) return;
    throw room < Math.min(count, rest) ? new TooLong() : new BadStream();
  }

  symbols(lengths, distances) {
    for (;;) {
      const symbol = this.symbol(lengths);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.add(1);
        continue;
      }
      if (symbol - 257 >= lengthBase.length) throw new BadStream();
      const length = lengthBase[symbol - 257] + this.bits(lengthBits[symbol - 257]);
      const code = this.symbol(distances);
      if (code >= distanceBase.length) throw new BadStream();
      const distance = distanceBase[code] + this.bits(distanceBits[code]);
      if (this.count === this.length) throw new TooLong();
      if (distance > this.count) throw new BadStream();
      this.add(length);
    }
  }

  add(count) {
    this.count += count;
    if (this.count <= this.length) return;
    this.count = this.length;
    throw new TooLong();
  }

  symbol(code) {
    let value = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= longestCode; length += 1) {
      value |= this.bits(1);
      const count = code.counts[length];
      if (value - count < first) return code.symbols[index + value - first];
      index += count;
      first = first + count << 1;
      value <<= 1;
    }
    throw new BadStream();
  }

  codes() {
    const lengthCount = this.bits(5) + 257;
    const distanceCount = this.bits(5) + 1;
    const codeCount = this.bits(4) + 4;
    if (lengthCount > maxLengthCodes || distanceCount > maxDistanceCodes) throw new BadStream();
    const own = new Array(codeOrder.length).fill(0);
    for (let index = 0; index < codeCount; index += 1) own[codeOrder[index]] = this.bits(3);
    const code = canonicalCode(own, false);
    const lengths = [];
    while (lengths.length < lengthCount + distanceCount) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      if (symbol === 16 && lengths.length === 0) throw new BadStream();
      const repeated = symbol === 16 ? lengths[lengths.length - 1] : 0;
      const count = symbol === 18 ? 11 + this.bits(7) : 3 + this.bits(symbol === 16 ? 2 : 3);
      if (lengths.length + count > lengthCount + distanceCount) throw new BadStream();
      for (let index = 0; index < count; index += 1) lengths.push(repeated);
    }
    if (lengths[256] === 0) throw new BadStream();
    return [
      canonicalCode(lengths.slice(0, lengthCount), true),
      canonicalCode(lengths.slice(lengthCount), true),
    ];
  }
}

function fixedCodes() {
  const lengths = [];
  for (let symbol = 0; symbol < 288; symbol += 1) {
    lengths.push(symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
  }
  return [canonicalCode(lengths, true), canonicalCode(new Array(32).fill(5), true)];
}

/** Returns the code for lengths of symbols. An incomplete code may have only one symbol. */
function canonicalCode(lengths, mayBeSingle) {
  const counts = new Array(longestCode + 1).fill(0);
  for (const length of lengths) counts[length] += 1;
  let left = 1;
  let longest = 0;
  for (let length = 1; length <= longestCode; length += 1) {
    left = left * 2 - counts[length];
    if (left < 0) throw new BadStream();
    if (counts[length] > 0) longest = length;
  }
  if (left > 0 && longest > 0 && !(mayBeSingle && longest === 1)) throw new BadStream();
  if (longest === 0 && !mayBeSingle) throw new BadStream();
  const offsets = [0, 0];
  for (let length = 1; length < longestCode; length += 1) {
    offsets.push(offsets[length] + counts[length]);
  }
  const symbols = [];
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    symbols[offsets[length]] = symbol;
    offsets[length] += 1;
  });
  counts[0] = 0;
  return { counts, symbols };
}
