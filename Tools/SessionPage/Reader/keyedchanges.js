import { compareBytes } from './bytes.js';
import { encodedValue } from './encoding.js';
import { misfit } from './errors.js';
import { Pairs, decodeKey, decodeValue } from './values.js';

/** Applies a change of a set: removed elements, then added ones. */
export function applySet(changer, reader, elements, type, memory) {
  const keys = new KeyedList(elements, type.element, (element) => element);
  keys.remove(reader, memory, (count) => memory.moveElements(count, reader.position));
  keys.insert(
    reader, memory, (key) => key, (count) => memory.moveElements(count, reader.position));
  changer.copied += keys.list.length;
  return keys.list;
}

/** Applies a change of a dictionary: removed keys, added pairs, changed values. */
export function applyDictionary(changer, reader, value, type, memory) {
  const keys = new KeyedList(value.pairs, type.key, (pair) => pair.key);
  const move = (count) => memory.movePairs(count, reader.position);
  keys.remove(reader, memory, move);
  keys.insert(
    reader, memory, (key) => ({ key, value: decodeValue(reader, type.value, memory) }), move);
  if (keys.list !== value.pairs) changer.copied += keys.list.length;
  let pairs = keys.list;
  let next = 0;
  for (let left = reader.count(); left > 0; left -= 1) {
    if (pairs === keys.list) pairs = changer.writable(pairs);
    const index = keys.index(reader, memory, next);
    const { key, value: old } = pairs[index];
    pairs[index] = { key, value: changer.apply(reader, old, type.value, memory) };
    next = index + 1;
  }
  return new Pairs(pairs);
}

/** A list in the order of the bytes of its keys. */
class KeyedList {
  constructor(list, type, keyOfElement) {
    this.list = list;
    this.type = type;
    this.keyOfElement = keyOfElement;
  }

  /** Reads a key, and finds its element at or after an index. */
  index(reader, memory, start) {
    const { bytes } = decodeKey(reader, this.type, memory);
    const { index, isPresent } = this.search(bytes, start);
    if (!isPresent) throw misfit('a key that it names is not there', reader.position);
    return index;
  }

  /** Reads a count and that many keys, and removes their elements. */
  remove(reader, memory, move) {
    const indices = [];
    let start = 0;
    for (let left = reader.count(); left > 0; left -= 1) {
      indices.push(this.index(reader, memory, start));
      start = indices[indices.length - 1] + 1;
    }
    if (indices.length === 0) return;
    move(this.list.length - indices[0]);
    let next = 0;
    this.list = this.list.filter((_, index) => {
      if (index !== indices[next]) return true;
      next += 1;
      return false;
    });
  }

  /** Reads a count and that many elements, and inserts them. */
  insert(reader, memory, element, move) {
    const inserted = [];
    let last = null;
    for (let left = reader.count(); left > 0; left -= 1) {
      const { key, bytes } = decodeKey(reader, this.type, memory);
      if (last !== null && compareBytes(last, bytes) >= 0) {
        throw misfit('its keys are out of order', reader.position);
      }
      last = bytes;
      const start = inserted.length > 0 ? inserted[inserted.length - 1].index : 0;
      const { index, isPresent } = this.search(bytes, start);
      if (isPresent) throw misfit('a key that it adds is there already', reader.position);
      inserted.push({ index, element: element(key) });
    }
    if (inserted.length === 0) return;
    move(this.list.length - inserted[0].index);
    this.list = merged(this.list, inserted);
  }

  search(bytes, start) {
    let low = start;
    let high = this.list.length;
    while (low < high) {
      const middle = low + high >> 1;
      const order = compareBytes(
        encodedValue(this.keyOfElement(this.list[middle]), this.type), bytes);
      if (order === 0) return { index: middle, isPresent: true };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { index: low, isPresent: false };
  }
}

/** Returns a list with elements inserted before ascending indices. */
function merged(list, inserted) {
  const result = [];
  let next = 0;
  for (let index = 0; index <= list.length; index += 1) {
    for (; next < inserted.length && inserted[next].index === index; next += 1) {
      result.push(inserted[next].element);
    }
    if (index < list.length) result.push(list[index]);
  }
  return result;
}
