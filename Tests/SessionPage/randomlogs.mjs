// Makes logs of random types, values and changes, as the specification has them; a seed gives always the same log.
import { compareBytes } from '../../Tools/SessionPage/Reader/bytes.js';
import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { sessionHeader } from '../../Tools/SessionPage/Reader/sessionheader.js';
import { Case, NaNBits, Pairs, contentOf, isSame, someOf } from '../../Tools/SessionPage/Reader/values.js';
import { chunk, counted, log, varint } from './writer.mjs';

const texts = [
  '', 'Milk', 'a "quote" and \\ and /', 'line\nend\r\t', '\u0000\u0007\u001b[31m', 'ü ẞ ﬁ', 'e\u0301', '\u00e9',
  '\u202eright to left\u202c', '\u2028\u2029', '\u00a0\u3000', '👩‍👩‍👧‍👦 🇩🇪', '<script>alert(1)</script>', '\ufeff',
  '\u200c\u200d\u200b', '\ue000', '\u{10ffff}', '\u{10ff85}', '日本語', '\u00ad\u034f', '\u007f\u0085', 'a\u{1d173}b',
];
const doubles = [
  0, -0, 1, -1.5, 0.1, 1e15, 1e16, 2 ** 53, 1e-5, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity,
  new NaNBits('7ff8000000000001'), new NaNBits('fff0000000000001'), new NaNBits('fff8000000000000'), new NaNBits('7ffc000000000003'), 3.0000000000000004,
];
const floats = [
  0, -0, 1, 0.5, Math.fround(0.1), 16777216, 16777218, Math.fround(3.4e38), Math.fround(1e-45), NaN, -Infinity,
  new NaNBits('7fc00001'), new NaNBits('ff800011'), new NaNBits('ffc00000'), 1545458.25, Math.fround(0.33333334),
];
const dates = [0, 0.5, 721768889.25, 721768889.16, -1e9, -63114076801, 3e11, NaN, 1e-9, -1.5e10];
const widths = [8, 16, 32, 64];
const names = ['count', 'name', 'a b', 'ü', 'class', '_x', 'λ2', '9lives', 'isOn'];

/** Numbers without a pattern, and the same ones each time (Numerical Recipes). */
class Random {
  constructor(seed) {
    this.state = seed;
  }

  below(limit) {
    this.state = Math.imul(this.state, 1664525) + 1013904223 >>> 0;
    return Math.floor(this.state / 2 ** 32 * limit);
  }

  one(list) {
    return list[this.below(list.length)];
  }
}

/** Makes the types and values of a log. */
class Maker {
  constructor(seed) {
    this.random = new Random(seed);
  }

  typeJSON(depth) {
    const { random } = this;
    const inner = () => this.typeJSON(depth - 1);
    const primitive = [
      'Bool', 'Float', 'Double', 'String', 'Data', 'Date', 'UUID', 'URL', { json: 'App.Note' },
      `Int${random.one(widths)}`, `UInt${random.one(widths)}`,
    ];
    if (depth === 0) return random.one(primitive);
    switch (random.below(9)) {
      case 0: return { optional: inner() };
      case 1: return { array: inner() };
      case 2: return { identifiedArray: { type: 1 } };
      case 3: return { set: this.typeJSON(0) };
      case 4: return { dictionary: [random.one(['String', this.typeJSON(0)]), inner()] };
      case 5: return { tuple: this.fieldsJSON(random.below(3), depth - 1) };
      case 6: return { type: 2 };
      case 7: return { type: 3 };
      default: return random.one(primitive);
    }
  }

  fieldsJSON(count, depth) {
    const free = names.slice();
    return Array.from({ length: count }, () => {
      const name = free.splice(this.random.below(free.length), 1)[0];
      const type = this.typeJSON(depth);
      return this.random.below(4) === 0 ? { type } : { name, type };
    });
  }

  schemaJSON() {
    const id = this.random.one(['UUID', 'String', 'Int64', { tuple: [{ type: 'Int8' }, { type: 'String' }] }]);
    const row = [{ name: 'id', type: id }, ...this.fieldsJSON(3, 1).filter(({ name }) => name)];
    return [
      { name: 'App.Root.State', struct: this.fieldsJSON(8, 3) },
      { name: 'App.Row<Int>', struct: row },
      {
        name: 'App.Mode', enum: [
          { name: 'off' }, { name: 'on', payload: [{ type: { optional: { optional: 'Int8' } } }] },
          { name: 'labelled', payload: [{ name: 'a', type: 'String' }, { type: 'UInt64' }] },
          { name: 'void', payload: [{ type: { tuple: [] } }] }, { name: 'labelled' },
        ],
      },
      { name: 'App.Optional', struct: this.fieldsJSON(10, 0) },
      {
        name: 'App.Root.Action', enum: [
          { name: 'tapped' }, { name: 'child', payload: [{ type: { type: 5 } }] },
          { name: 'rows', payload: [{ type: { type: 6 } }] },
          { name: 'many', payload: this.fieldsJSON(4, 2) }, { name: 'mode', payload: [{ type: { type: 2 } }] },
        ],
      },
      { name: 'App.Child.Action', enum: [{ name: 'a b' }, { name: 'set', payload: [{ type: 'String' }] }] },
      {
        name: 'App.IdentifiedAction', enum: [
          { name: 'element', payload: [{ name: 'id', type: id }, { name: 'action', type: { type: 5 } }] },
        ],
      },
    ];
  }

  values(type, most, depth) {
    return Array.from({ length: depth > 0 ? this.random.below(most) : 0 }, () => this.value(type, depth - 1));
  }

  value(type, depth = 6) {
    const { random } = this;
    switch (type.kind) {
      case 'bool': return random.below(2) === 1;
      case 'signed': case 'unsigned': return this.integer(type);
      case 'float': return random.one(floats);
      case 'double': return random.one(doubles);
      case 'date': return random.one(dates);
      case 'string': case 'url': case 'json': return random.one(texts) + random.one(texts);
      case 'data': return Uint8Array.from({ length: random.below(9) }, () => random.below(256));
      case 'uuid': {
        const hex = Array.from({ length: 32 }, () => random.one([...'0123456789ABCDEF'])).join('');
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      }
      case 'optional': return depth <= 0 || random.below(3) === 0 ? null : someOf(this.value(type.wrapped, depth - 1), type);
      case 'array': return this.values(type.element, 5, depth);
      case 'identifiedArray': return distinct(this.values(type.element, 5, depth), (row) => row[0], idOf(type));
      case 'set': return sorted(this.values(type.element, 5, depth), (own) => own, type.element);
      case 'dictionary': {
        const pairs = this.values(type.key, 5, depth)
          .map((key) => ({ key, value: this.value(type.value, depth - 1) }));
        return new Pairs(sorted(pairs, ({ key }) => key, type.key));
      }
      case 'enum': {
        const index = random.below(type.cases.length);
        return new Case(index, type.cases[index].payload.map((field) => this.value(field.type, depth - 1)));
      }
      default: return type.fields.map((field) => this.value(field.type, depth - 1));
    }
  }

  integer({ kind, bits }) {
    const range = 2n ** BigInt(bits);
    const low = kind === 'signed' ? -range / 2n : 0n;
    const number = this.random.one([
      low, low + range - 1n, 0n, 1n, low + range / 3n, BigInt(this.random.below(100)),
      BigInt.asUintN(bits - 1, 2n ** 53n), BigInt.asUintN(bits - 1, 2n ** 53n + 1n),
    ]);
    const isSafe = number >= -(2n ** 53n) + 1n && number < 2n ** 53n;
    return isSafe ? Number(number) : number;
  }

  /** A value that differs from an older one in some parts. */
  changed(value, type) {
    const { random } = this;
    if (random.below(5) === 0) return this.value(type);
    switch (type.kind) {
      case 'struct': case 'tuple':
        return value.map((part, index) => (random.below(3) ? part : this.changed(part, type.fields[index].type)));
      case 'enum':
        return new Case(value.index, value.payload.map(
          (part, index) => this.changed(part, type.cases[value.index].payload[index].type)));
      case 'optional':
        return value === null ? null : someOf(this.changed(contentOf(value), type.wrapped), type);
      case 'array':
        return random.below(2) ? value.map((part) => this.changed(part, type.element))
          : [...value.slice(0, 1), ...this.values(type.element, 3, 4), ...value.slice(2)];
      case 'identifiedArray': {
        const rows = random.below(2) ? value.slice().reverse()
          : value.map((row) => [row[0], ...this.changed(row, type.element).slice(1)]);
        return distinct([...rows, ...this.values(type.element, 2, 3)], (row) => row[0], idOf(type));
      }
      case 'set':
        return sorted([...value.slice(1), ...this.values(type.element, 3, 3)], (own) => own, type.element);
      case 'dictionary': {
        const pairs = value.pairs.slice(random.below(2)).map(
          ({ key, value: own }) => ({ key, value: this.changed(own, type.value) }));
        const more = this.values(type.key, 2, 3).map((key) => ({ key, value: this.value(type.value, 3) }));
        return new Pairs(sorted([...pairs, ...more], ({ key }) => key, type.key));
      }
      default: return this.value(type);
    }
  }
}

function idOf(type) {
  return type.element.fields[0].type;
}

function distinct(list, keyOf, type) {
  const seen = new Set();
  return list.filter((element) => {
    const key = encodedValue(keyOf(element), type).join();
    return !seen.has(key) && seen.add(key);
  });
}

function sorted(list, keyOf, type) {
  return distinct(list, keyOf, type).sort(
    (one, other) => compareBytes(encodedValue(keyOf(one), type), encodedValue(keyOf(other), type)));
}

/** The bytes of a change of a value, which must not be the same. */
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
  while (back < most - front && isEqual(old[old.length - 1 - back], now[now.length - 1 - back])) back += 1;
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
    ...varint(removed.length), ...removed.flatMap((element) => [...encodedValue(keyOf(element), type)]),
    ...varint(inserted.length),
    ...inserted.flatMap((element) => [...encodedValue(keyOf(element), type), ...rest(element)]),
  ];
}

function pairsBytes(old, now, type) {
  const moved = keyedBytes(
    old, now, ({ key }) => key, type.key, ({ value }) => [...encodedValue(value, type.value)]);
  const changed = now.flatMap(({ key, value }) => {
    const before = old.find((pair) => isSame(pair.key, key));
    return before === undefined || isSame(before.value, value) ? [] : [{ key, old: before.value, now: value }];
  });
  return [...moved, ...varint(changed.length), ...changed.flatMap((change) => [
    ...encodedValue(change.key, type.key), ...changeBytes(change.old, change.now, type.value),
  ])];
}

function effectBytes(random, action, depth = 2) {
  const text = () => counted([...new TextEncoder().encode(random.one(texts))]);
  switch (random.below(depth === 0 ? 5 : 8)) {
    case 0: return [2];
    case 1: return [1];
    case 2: return [6, ...text()];
    case 3: return [7, ...counted(action)];
    case 4: return [8, ...text()];
    case 5: return [3, 2, ...effectBytes(random, action, depth - 1), ...effectBytes(random, action, depth - 1)];
    case 6: return [4, 1, ...effectBytes(random, action, depth - 1)];
    default: return [5, ...text(), random.below(2), ...effectBytes(random, action, depth - 1)];
  }
}

/** A log of random types, and steps that change a random state. */
export function randomLog(seed, stepCount = 30) {
  const maker = new Maker(seed);
  const { random } = maker;
  const header = {
    format: 'reprise', version: 2, requires: ['marks', 'sharedState', 'laterStart'], optional: [], app: 'Random',
    appVersion: '1', build: 'test', recorded: '2026-01-01T00:00:00Z', level: 'steps',
    schema: { types: maker.schemaJSON() }, state: { type: 0 }, action: { type: 4 },
    draws: [{ name: 'uuid', type: 'UUID' }, { name: 'random', type: 'UInt64' }],
  };
  const { state: type, action: actionType, draws } = sessionHeader(header);
  let state = maker.value(type);
  const first = random.below(2) ? 1 : 1000;
  const keyframe = () => [...counted([...encodedValue(state, type)]), 0];
  const blocks = [];
  let number = first;
  for (let left = stepCount; left > 0;) {
    const startsAnew = blocks.length === 0 || random.below(2) === 0;
    const head = startsAnew ? keyframe() : [];
    const [rows, distances, reads, elapsed] = [[], [], [], []];
    const size = Math.min(left, 1 + random.below(10));
    for (let index = 0; index < size; index += 1, number += 1) {
      elapsed.push(random.one([0, 1, 16, 1000, 123456]));
      const now = random.below(3) === 0 ? state : maker.changed(state, type);
      const change = isSame(state, now) ? null : changeBytes(state, now, type);
      const kind = random.below(12);
      if (kind === 0) {
        rows.push([64, ...new TextEncoder().encode(random.one(texts))]);
        continue;
      }
      if (kind === 1 && change !== null) {
        rows.push([32 | 8, ...change]);
        state = now;
        continue;
      }
      const action = [...encodedValue(maker.value(actionType), actionType)];
      const isReceived = number > 1 && random.below(4) === 0;
      const hasReads = random.below(4) === 0;
      const effect = random.below(3) === 0 ? effectBytes(random, action) : null;
      if (isReceived) distances.push(1 + random.below(Math.min(number - 1, 5)));
      if (hasReads) {
        const draw = random.below(2);
        reads.push([draw, ...encodedValue(maker.value(draws[draw].type), draws[draw].type)]);
      }
      const flags = Number(isReceived) | hasReads << 1 | (effect !== null) << 2 | (change !== null) << 3;
      rows.push([flags, ...action, ...(effect || []), ...(change || [])]);
      state = now;
    }
    const rest = [
      1, ...elapsed.flatMap(varint), ...distances.flatMap(varint), ...reads.flatMap(counted),
    ];
    blocks.push({
      payload: [...head, ...chunk(rows, rows.map((_, index) => index), rest)], steps: size,
      flags: Number(startsAnew), ...(blocks.length === 0 ? { position: first } : {}),
    });
    left -= size;
  }
  return log(header, blocks);
}
