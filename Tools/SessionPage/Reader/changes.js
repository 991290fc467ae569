import { bytesOf, exact, textOf } from './bytes.js';
import { misfit } from './errors.js';
import { applyDictionary, applySet } from './keyedchanges.js';
import {
  Case, contentOf, decodeFields, decodePrimitive, decodeValue, fitsType, someOf,
} from './values.js';

const copiedAnyway = 32;

/** Applies changes to a state. The unchanged parts are shared between states. */
export class Changer {
  constructor() {
    /** The long lists that no published state contains, which may be changed in place. */
    this.own = new Set();
    /** The approximate number of elements that new states have copied from earlier ones. */
    this.copied = 0;
  }

  /** Protects all values that were created, because the state becomes visible. */
  publish() {
    this.own.clear();
  }

  /** Returns the value that results from a recorded change of an older one. */
  applied(reader, value, type, memory) {
    memory.begin(reader.remaining);
    return this.apply(reader, value, type, memory);
  }

  /** Applies the change of a part. */
  apply(reader, value, type, memory) {
    reader.enter();
    const changed = this.applyKind(reader, value, type, memory);
    reader.leave();
    return changed;
  }

  applyKind(reader, value, type, memory) {
    switch (type.kind) {
      case 'struct': case 'tuple':
        return this.applyFields(reader, value, type.fields, memory);
      case 'enum':
        return this.applyCase(reader, value, type, memory);
      case 'optional':
        return this.applyOptional(reader, value, type, memory);
      case 'array': case 'identifiedArray':
        return this.applyElements(reader, value, type.element, memory);
      case 'set':
        return applySet(this, reader, value, type, memory);
      case 'dictionary':
        return applyDictionary(this, reader, value, type, memory);
      default:
        return applyPrimitive(reader, value, type, memory);
    }
  }

  /** Returns a list with the same elements that may be changed in place. */
  writable(list) {
    this.copied += list.length <= copiedAnyway ? list.length : 1;
    if (list.length <= copiedAnyway) return list.slice();
    if (this.own.has(list)) return list;
    this.copied += list.length;
    const copy = list.slice();
    this.own.add(copy);
    return copy;
  }

  applyFields(reader, values, fields, memory) {
    const count = fields.length;
    const mask = reader.take(count + 7 >> 3);
    const spare = mask.length * 8 - count;
    if (spare > 0 && mask[mask.length - 1] >> 8 - spare !== 0) {
      throw misfit(`it changes more than ${count} fields`, reader.position);
    }
    const changed = this.writable(values);
    for (let index = 0; index < count; index += 1) {
      if ((mask[index >> 3] & 1 << (index & 7)) === 0) continue;
      changed[index] = this.apply(reader, changed[index], fields[index].type, memory);
    }
    return changed;
  }

  applyCase(reader, value, type, memory) {
    const tag = reader.tag(type.cases.length + 1);
    if (tag > 0) {
      return new Case(tag - 1, decodeFields(reader, type.cases[tag - 1].payload, memory));
    }
    const { payload } = type.cases[value.index];
    return new Case(value.index, this.applyFields(reader, value.payload, payload, memory));
  }

  applyOptional(reader, value, type, memory) {
    const tag = reader.tag(3);
    if (tag === 1) {
      if (value !== null) throw misfit('the optional has a value already', reader.position);
      return someOf(decodeValue(reader, type.wrapped, memory), type);
    }
    if (value === null) throw misfit('the optional has no value', reader.position);
    if (tag === 0) return null;
    return someOf(this.apply(reader, contentOf(value), type.wrapped, memory), type);
  }

  applyElements(reader, elements, type, memory) {
    if (reader.tag(2) === 1) return this.splice(reader, elements, type, memory);
    const changed = this.writable(elements);
    let next = 0;
    for (let left = reader.count(); left > 0; left -= 1) {
      next += numberUpTo(reader, changed.length - next, 'elements that are left');
      if (next >= changed.length) {
        throw misfit(
          `there is no element ${next}, only ${changed.length} elements`, reader.position);
      }
      changed[next] = this.apply(reader, changed[next], type, memory);
      next += 1;
    }
    return changed;
  }

  splice(reader, elements, type, memory) {
    const prefix = numberUpTo(reader, elements.length, 'elements');
    const removed = numberUpTo(reader, elements.length - prefix, 'elements');
    const count = reader.count();
    const inserted = [];
    for (let index = 0; index < count; index += 1) {
      inserted.push(decodeValue(reader, type, memory));
    }
    if (count !== removed) {
      memory.moveElements(elements.length - prefix - removed, reader.position);
    }
    return this.spliced(elements, prefix, removed, inserted);
  }

  /** Returns a list with some elements replaced by others. */
  spliced(elements, start, removed, inserted) {
    if (inserted.length < copiedAnyway && this.own.has(elements)) {
      elements.splice(start, removed, ...inserted);
      this.copied += inserted.length;
      return elements;
    }
    const changed = elements.slice(0, start);
    for (const element of inserted) changed.push(element);
    for (let index = start + removed; index < elements.length; index += 1) {
      changed.push(elements[index]);
    }
    this.copied += changed.length;
    if (changed.length > copiedAnyway) this.own.add(changed);
    return changed;
  }
}

export function numberUpTo(reader, limit, things) {
  const start = reader.position;
  const number = reader.varint();
  if (number > limit) throw misfit(`it names ${number} of ${limit} ${things}`, start);
  return number;
}

function applyPrimitive(reader, value, type, memory) {
  switch (type.kind) {
    case 'bool':
      return !value;
    case 'signed': case 'unsigned':
      return changedInteger(reader, value, type);
    case 'string': case 'url': case 'json': {
      const text = textOf(spliced(reader, bytesOf(value)));
      if (text === null) throw misfit('the text that it makes is not UTF-8', reader.position);
      memory.moveText(text.length, reader.position);
      return text;
    }
    case 'data': {
      const bytes = spliced(reader, value);
      memory.move(bytes.length, reader.position);
      return bytes;
    }
    default:
      return decodePrimitive(reader, type);
  }
}

function changedInteger(reader, old, type) {
  const change = reader.zigzag();
  let value = typeof old === 'number' && typeof change === 'number' ? old + change : NaN;
  if (!Number.isSafeInteger(value)) {
    const sum = BigInt(old) + BigInt(change);
    value = exact(type.kind === 'signed' ? BigInt.asIntN(64, sum) : BigInt.asUintN(64, sum));
  } else if (type.kind === 'unsigned' && value < 0) {
    value = BigInt.asUintN(64, BigInt(value));
  }
  if (fitsType(value, type)) return value;
  const name = `${type.kind === 'signed' ? 'Int' : 'UInt'}${type.bits}`;
  throw misfit(`${value} does not fit ${name}`, reader.position);
}

/** Reads the lengths of the parts to keep at both ends, and the bytes between them. */
function spliced(reader, old) {
  const prefix = numberUpTo(reader, old.length, 'bytes');
  const suffix = numberUpTo(reader, old.length - prefix, 'bytes');
  const middle = reader.counted();
  const bytes = new Uint8Array(prefix + middle.length + suffix);
  bytes.set(old.subarray(0, prefix));
  bytes.set(middle, prefix);
  bytes.set(old.subarray(old.length - suffix), prefix + middle.length);
  return bytes;
}
