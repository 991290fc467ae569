// Writes the change of a value according to the specification.
import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { contentOf, isSame } from '../../Tools/SessionPage/Reader/values.js';
import { counted, varint } from './writer.mjs';

/** Returns the bytes of the change from a value to a different one. */
export function changeBytes(old, now, type) {
  switch (type.kind) {
    case 'bool': return [];
    case 'signed': case 'unsigned': {
      const change = BigInt.asIntN(64, BigInt(now) - BigInt(old));
      return varint(BigInt.asUintN(64, change << 1n ^ change >> 63n));
    }
    case 'string': case 'url': case 'json':
      return spliceBytes(new TextEncoder().encode(old), new TextEncoder().encode(now));
    case 'data': return spliceBytes(old, now);
    case 'optional':
      if (now === null) return [0];
      if (old === null) return [1, ...encodedValue(contentOf(now), type.wrapped)];
      return [2, ...changeBytes(contentOf(old), contentOf(now), type.wrapped)];
    case 'struct': case 'tuple': return fieldsBytes(old, now, type.fields);
    case 'enum':
      if (old.index === now.index) {
        return [0, ...fieldsBytes(old.payload, now.payload, type.cases[old.index].payload)];
      }
      return [...varint(now.index + 1), ...now.payload.flatMap(
        (value, index) => [...encodedValue(value, type.cases[now.index].payload[index].type)])];
    case 'array': case 'identifiedArray': return elementsBytes(old, now, type.element);
    case 'set': return keyedBytes(old, now, (element) => element, type.element, () => []);
    case 'dictionary': return pairsBytes(old.pairs, now.pairs, type);
    default: return [...encodedValue(now, type)];
  }
}

function shared(old, now, isEqual) {
  const most = Math.min(old.length, now.length);
  let [front, back] = [0, 0];
  while (front < most && isEqual(old[front], now[front])) front += 1;
  while (back < most - front
    && isEqual(old[old.length - 1 - back], now[now.length - 1 - back])) back += 1;
  return { front, back };
}

function spliceBytes(old, now) {
  const { front, back } = shared(old, now, (one, other) => one === other);
  return [...varint(front), ...varint(back), ...counted([...now.slice(front, now.length - back)])];
}

function fieldsBytes(old, now, fields) {
  const mask = new Array(fields.length + 7 >> 3).fill(0);
  const changes = fields.flatMap(({ type }, index) => {
    if (isSame(old[index], now[index])) return [];
    mask[index >> 3] |= 1 << index % 8;
    return changeBytes(old[index], now[index], type);
  });
  return [...mask, ...changes];
}

function elementsBytes(old, now, type) {
  if (old.length !== now.length) {
    const { front, back } = shared(old, now, isSame);
    const inserted = now.slice(front, now.length - back);
    return [
      1, ...varint(front), ...varint(old.length - front - back), ...varint(inserted.length),
      ...inserted.flatMap((value) => [...encodedValue(value, type)]),
    ];
  }
  const changed = old.map((_, index) => index).filter((index) => !isSame(old[index], now[index]));
  let next = 0;
  return [0, ...varint(changed.length), ...changed.flatMap((index) => {
    const distance = index - next;
    next = index + 1;
    return [...varint(distance), ...changeBytes(old[index], now[index], type)];
  })];
}

function keyedBytes(old, now, keyOf, type, rest) {
  const has = (list, key) => list.some((element) => isSame(keyOf(element), key));
  const removed = old.filter((element) => !has(now, keyOf(element)));
  const inserted = now.filter((element) => !has(old, keyOf(element)));
  return [
    ...varint(removed.length),
    ...removed.flatMap((element) => [...encodedValue(keyOf(element), type)]),
    ...varint(inserted.length),
    ...inserted.flatMap((element) => [...encodedValue(keyOf(element), type), ...rest(element)]),
  ];
}

function pairsBytes(old, now, type) {
  const moved = keyedBytes(
    old, now, ({ key }) => key, type.key, ({ value }) => [...encodedValue(value, type.value)]);
  const changed = now.flatMap(({ key, value }) => {
    const before = old.find((pair) => isSame(pair.key, key));
    if (before === undefined || isSame(before.value, value)) return [];
    return [{ key, old: before.value, now: value }];
  });
  return [...moved, ...varint(changed.length), ...changed.flatMap((change) => [
    ...encodedValue(change.key, type.key), ...changeBytes(change.old, change.now, type.value),
  ])];
}
