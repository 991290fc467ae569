// Creates random types, and values of them.
import { compareBytes } from '../../Tools/SessionPage/Reader/bytes.js';
import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { Case, NaNBits, Pairs, contentOf, someOf } from '../../Tools/SessionPage/Reader/values.js';

/** Texts of all kinds. */
export const texts = [
  '', 'Milk', 'a "quote" and \\ and /', 'line\nend\r\t', '\u0000\u0007\u001b[31m', 'ü ẞ ﬁ',
  'e\u0301', '\u00e9', '\u202eright to left\u202c', '\u2028\u2029', '\u00a0\u3000', '👩‍👩‍👧‍👦 🇩🇪',
  '<script>alert(1)</script>', '\ufeff', '\u200c\u200d\u200b', '\ue000', '\u{10ffff}', '\u{10ff85}',
  '日本語', '\u00ad\u034f', '\u007f\u0085', 'a\u{1d173}b',
];
const doubles = [
  0, -0, 1, -1.5, 0.1, 1e15, 1e16, 2 ** 53, 1e-5, 5e-324, 1.7976931348623157e308, NaN, Infinity,
  -Infinity, new NaNBits('7ff8000000000001'), new NaNBits('fff0000000000001'),
  new NaNBits('fff8000000000000'), new NaNBits('7ffc000000000003'), 3.0000000000000004,
];
const floats = [
  0, -0, 1, 0.5, Math.fround(0.1), 16777216, 16777218, Math.fround(3.4e38), Math.fround(1e-45),
  NaN, -Infinity, new NaNBits('7fc00001'), new NaNBits('ff800011'), new NaNBits('ffc00000'),
  1545458.25, Math.fround(0.33333334),
];
const dates = [0, 0.5, 721768889.25, 721768889.16, -1e9, -63114076801, 3e11, NaN, 1e-9, -1.5e10];
const widths = [8, 16, 32, 64];
const names = ['count', 'name', 'a b', 'ü', 'class', '_x', 'λ2', '9lives', 'isOn'];

/** Pseudorandom numbers, the same ones each time (Numerical Recipes). */
export class Random {
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

/** Creates the types and values of a log. */
export class Maker {
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
    const pair = { tuple: [{ type: 'Int8' }, { type: 'String' }] };
    const id = this.random.one(['UUID', 'String', 'Int64', pair]);
    const child = { name: 'action', type: { type: 5 } };
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
          { name: 'many', payload: this.fieldsJSON(4, 2) },
          { name: 'mode', payload: [{ type: { type: 2 } }] },
        ],
      },
      {
        name: 'App.Child.Action',
        enum: [{ name: 'a b' }, { name: 'set', payload: [{ type: 'String' }] }],
      },
      {
        name: 'App.IdentifiedAction',
        enum: [{ name: 'element', payload: [{ name: 'id', type: id }, child] }],
      },
    ];
  }

  values(type, most, depth) {
    const length = depth > 0 ? this.random.below(most) : 0;
    return Array.from({ length }, () => this.value(type, depth - 1));
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
      case 'optional':
        if (depth <= 0 || random.below(3) === 0) return null;
        return someOf(this.value(type.wrapped, depth - 1), type);
      case 'array': return this.values(type.element, 5, depth);
      case 'identifiedArray':
        return distinct(this.values(type.element, 5, depth), (row) => row[0], idOf(type));
      case 'set': return sorted(this.values(type.element, 5, depth), (own) => own, type.element);
      case 'dictionary': {
        const pairs = this.values(type.key, 5, depth)
          .map((key) => ({ key, value: this.value(type.value, depth - 1) }));
        return new Pairs(sorted(pairs, ({ key }) => key, type.key));
      }
      case 'enum': {
        const index = random.below(type.cases.length);
        const { payload } = type.cases[index];
        return new Case(index, payload.map((field) => this.value(field.type, depth - 1)));
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

  /** Returns a value that differs from an older one in some parts. */
  changed(value, type) {
    const { random } = this;
    if (random.below(5) === 0) return this.value(type);
    switch (type.kind) {
      case 'struct': case 'tuple':
        return value.map((part, index) => {
          const isKept = random.below(3) > 0;
          return isKept ? part : this.changed(part, type.fields[index].type);
        });
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
        return sorted(
          [...value.slice(1), ...this.values(type.element, 3, 3)], (own) => own, type.element);
      case 'dictionary': {
        const pairs = value.pairs.slice(random.below(2)).map(
          ({ key, value: own }) => ({ key, value: this.changed(own, type.value) }));
        const more = this.values(type.key, 2, 3)
          .map((key) => ({ key, value: this.value(type.value, 3) }));
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
