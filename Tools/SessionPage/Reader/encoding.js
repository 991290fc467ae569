import { bytesOf } from './bytes.js';
import { NaNBits, contentOf } from './values.js';

const scratch = new DataView(new ArrayBuffer(8));

/** Returns the bytes that a log has for a value of a type. The order of keys depends on them. */
export function encodedValue(value, type) {
  const bytes = [];
  append(bytes, value, type);
  return Uint8Array.from(bytes);
}

function append(bytes, value, type) {
  switch (type.kind) {
    case 'bool': bytes.push(value ? 1 : 0); break;
    case 'signed': appendVarint(bytes, folded(value)); break;
    case 'unsigned': appendVarint(bytes, BigInt(value)); break;
    case 'string': case 'url': case 'json': appendCounted(bytes, bytesOf(value)); break;
    case 'data': appendCounted(bytes, value); break;
    case 'uuid':
      for (const byte of value.replace(/-/g, '').match(/../g)) bytes.push(parseInt(byte, 16));
      break;
    case 'float': appendFloat(bytes, value, 4); break;
    case 'double': case 'date': appendFloat(bytes, value, 8); break;
    case 'optional':
      bytes.push(value === null ? 0 : 1);
      if (value !== null) append(bytes, contentOf(value), type.wrapped);
      break;
    case 'dictionary':
      appendVarint(bytes, BigInt(value.pairs.length));
      for (const pair of value.pairs) {
        append(bytes, pair.key, type.key);
        append(bytes, pair.value, type.value);
      }
      break;
    case 'struct': case 'tuple':
      if (type.fields.length === 0) bytes.push(0);
      appendFields(bytes, value, type.fields);
      break;
    case 'enum':
      appendVarint(bytes, BigInt(value.index));
      appendFields(bytes, value.payload, type.cases[value.index].payload);
      break;
    default:
      appendVarint(bytes, BigInt(value.length));
      for (const element of value) append(bytes, element, type.element);
  }
}

function appendFields(bytes, values, fields) {
  fields.forEach((field, index) => append(bytes, values[index], field.type));
}

function folded(value) {
  const number = BigInt(value);
  return BigInt.asUintN(64, number << 1n ^ number >> 63n);
}

function appendVarint(bytes, number) {
  let rest = number;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
}

function appendCounted(bytes, content) {
  appendVarint(bytes, BigInt(content.length));
  for (const byte of content) bytes.push(byte);
}

function appendFloat(bytes, value, length) {
  if (value instanceof NaNBits) {
    const hex = value.hex.padStart(2 * length, '0');
    for (let end = hex.length; end > 0; end -= 2) bytes.push(parseInt(hex.slice(end - 2, end), 16));
    return;
  }
  if (length === 4) scratch.setFloat32(0, value, true);
  else scratch.setFloat64(0, value, true);
  for (let index = 0; index < length; index += 1) bytes.push(scratch.getUint8(index));
}
