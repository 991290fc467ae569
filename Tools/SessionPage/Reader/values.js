import { ByteReader, compareBytes } from './bytes.js';
import { Fault, badValue } from './errors.js';

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')
  .toUpperCase());
const canonicalNaN = 0x7ff80000;
const canonicalFloatNaN = 0x7fc00000;
const floats = new DataView(new ArrayBuffer(8));

/**
 * The values of a log, as immutable trees that share the parts that a step did not change.
 *
 * `Bool` is a boolean. Whole numbers are a `Number`, or a `BigInt` if a `Number` is not exact.
 * `Float`, `Double` and `Date` are a `Number` or a `NaNBits`. `String`, `URL` and JSON are a
 * string, a `UUID` is its 36 characters, and `Data` is a `Uint8Array`. `nil` is `null`. A value in
 * an optional is itself, or a `Some` if it is also an optional. Arrays, sets, and the fields of
 * structures and tuples are an `Array`. A dictionary is a `Pairs`, and a case is a `Case`.
 */
export class Case {
  constructor(index, payload) {
    this.index = index;
    this.payload = payload;
  }
}

/** The pairs of a dictionary, `{ key, value }`, in the order of the bytes of their keys. */
export class Pairs {
  constructor(pairs) {
    this.pairs = pairs;
  }
}

/** A nested optional that is not `nil`. */
export class Some {
  constructor(some) {
    this.some = some;
  }
}

/** The bits of a NaN other than the usual one. */
export class NaNBits {
  constructor(hex) {
    this.hex = hex;
  }
}

/** Reads a value of a type within a memory budget. */
export function readValue(reader, type, memory) {
  memory.begin(reader.remaining);
  return decodeValue(reader, type, memory);
}

/** Reads bytes that consist of exactly one value. */
export function valueOf(bytes, type, memory) {
  const reader = new ByteReader(bytes);
  const value = readValue(reader, type, memory);
  return { value, left: reader.remaining };
}

/** Reads a nested value. */
export function decodeValue(reader, type, memory) {
  memory.value(reader.position);
  reader.enter();
  const value = decodeKind(reader, type, memory);
  reader.leave();
  return value;
}

function decodeKind(reader, type, memory) {
  switch (type.kind) {
    case 'struct':
    case 'tuple':
      if (type.fields.length === 0) reader.tag(1);
      return decodeFields(reader, type.fields, memory);
    case 'enum': {
      const index = reader.tag(type.cases.length);
      return new Case(index, decodeFields(reader, type.cases[index].payload, memory));
    }
    case 'optional': {
      const count = reader.tag(2);
      memory.container(count, reader.position);
      return count === 0 ? null : someOf(decodeValue(reader, type.wrapped, memory), type);
    }
    case 'array':
    case 'identifiedArray':
      return decodeElements(reader, type.element, memory);
    case 'set':
      return decodeSet(reader, type.element, memory);
    case 'dictionary':
      return new Pairs(decodePairs(reader, type, memory));
    default:
      return decodePrimitive(reader, type);
  }
}

/** Wraps a value in an optional, so that it differs from `nil`. */
export function someOf(value, type) {
  return type.wrapped.kind === 'optional' ? new Some(value) : value;
}

/** Unwraps an optional that is not `nil`. */
export function contentOf(value) {
  return value instanceof Some ? value.some : value;
}

/** Reads the values of fields. No fields take no bytes. */
export function decodeFields(reader, fields, memory) {
  memory.container(fields.length, reader.position);
  const values = new Array(fields.length);
  for (let index = 0; index < fields.length; index += 1) {
    values[index] = decodeValue(reader, fields[index].type, memory);
  }
  return values;
}

function decodeElements(reader, type, memory) {
  const count = reader.count();
  memory.container(count, reader.position);
  const values = [];
  for (let index = 0; index < count; index += 1) values.push(decodeValue(reader, type, memory));
  return values;
}

/** Reads a value, and returns it with its bytes. */
export function decodeKey(reader, type, memory) {
  const start = reader.position;
  const key = decodeValue(reader, type, memory);
  return { key, bytes: reader.bytes.subarray(start, reader.position) };
}

function decodeSet(reader, type, memory) {
  const count = reader.count();
  memory.container(count, reader.position);
  const elements = [];
  let last = null;
  for (let index = 0; index < count; index += 1) {
    const start = reader.position;
    const { key, bytes } = decodeKey(reader, type, memory);
    if (last !== null && compareBytes(last, bytes) >= 0) throw unordered('Set', start);
    last = bytes;
    elements.push(key);
  }
  return elements;
}

function decodePairs(reader, type, memory) {
  const count = reader.count();
  memory.container(count, reader.position);
  const pairs = [];
  let last = null;
  for (let index = 0; index < count; index += 1) {
    const start = reader.position;
    const { key, bytes } = decodeKey(reader, type.key, memory);
    if (last !== null && compareBytes(last, bytes) >= 0) throw unordered('Dictionary', start);
    last = bytes;
    pairs.push({ key, value: decodeValue(reader, type.value, memory) });
  }
  return pairs;
}

function unordered(type, offset) {
  return badValue(type, 'an element is duplicated or out of order', offset);
}

/** Reads a value without parts. */
export function decodePrimitive(reader, type) {
  const start = reader.position;
  switch (type.kind) {
    case 'bool': return reader.tag(2) === 1;
    case 'signed': {
      const value = reader.zigzag();
      if (!fitsType(value, type)) throw outside(`Int${type.bits}`, start);
      return value;
    }
    case 'unsigned': {
      const value = reader.varint();
      if (!fitsType(value, type)) throw outside(`UInt${type.bits}`, start);
      return value;
    }
    case 'string': case 'url': case 'json': return reader.text();
    case 'double': case 'date': return doubleOf(reader.take(8));
    case 'float': return floatOf(reader.take(4));
    case 'data': return reader.counted();
    case 'uuid': return uuidOf(reader.take(16));
    default: throw badValue('primitive', type.kind, start);
  }
}

function outside(type, offset) {
  return new Fault(`the integer at byte ${offset} does not fit ${type}`);
}

/** Returns whether a whole number is valid for a type. */
export function fitsType(value, type) {
  if (type.bits === 64) {
    if (typeof value === 'number') return type.kind === 'signed' || value >= 0;
    return type.kind === 'signed' ? BigInt.asIntN(64, value) === value : value >= 0n;
  }
  const range = 2 ** type.bits;
  if (type.kind === 'unsigned') return value >= 0 && value < range;
  return value >= -range / 2 && value < range / 2;
}

function doubleOf(bytes) {
  for (let index = 0; index < 8; index += 1) floats.setUint8(index, bytes[index]);
  const value = floats.getFloat64(0, true);
  if (!Number.isNaN(value)) return value;
  const [low, high] = [floats.getUint32(0, true), floats.getUint32(4, true)];
  if (high === canonicalNaN && low === 0) return value;
  return new NaNBits(high.toString(16) + low.toString(16).padStart(8, '0'));
}

function floatOf(bytes) {
  for (let index = 0; index < 4; index += 1) floats.setUint8(index, bytes[index]);
  const value = floats.getFloat32(0, true);
  const bits = floats.getUint32(0, true);
  return Number.isNaN(value) && bits !== canonicalFloatNaN ? new NaNBits(bits.toString(16)) : value;
}

function uuidOf(bytes) {
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += hexDigits[bytes[index]];
  }
  return text;
}

/** Returns whether two values of a type are recorded as the same bytes. */
export function isSame(one, other) {
  if (one === other) return one !== 0 || Object.is(one, other);
  if (typeof one !== typeof other) return false;
  if (typeof one === 'number') return Number.isNaN(one) && Number.isNaN(other);
  if (typeof one !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && areSame(one, other);
  if (one instanceof Case) {
    return other instanceof Case && one.index === other.index
      && areSame(one.payload, other.payload);
  }
  if (one instanceof Pairs) return other instanceof Pairs && arePairsSame(one.pairs, other.pairs);
  if (one instanceof Some) return other instanceof Some && isSame(one.some, other.some);
  if (one instanceof NaNBits) return other instanceof NaNBits && one.hex === other.hex;
  return other instanceof Uint8Array && compareBytes(one, other) === 0;
}

function areSame(one, other) {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    if (!isSame(one[index], other[index])) return false;
  }
  return true;
}

function arePairsSame(one, other) {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    const [own, its] = [one[index], other[index]];
    if (own !== its && !(isSame(own.key, its.key) && isSame(own.value, its.value))) return false;
  }
  return true;
}
