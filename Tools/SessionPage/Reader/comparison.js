import { fieldPath, pathWith } from './names.js';
import { keyText, valueText } from './text.js';
import { contentOf, isSame } from './values.js';

/**
 * Returns the differences between two values of a type: `{ path, old, new, type }` for each part.
 *
 * A part that one of them lacks is `undefined` there. Shared parts are not compared, so that the
 * changes of a step are found in time proportional to them.
 */
export function differences(old, now, type, path = '') {
  const comparison = new Comparison();
  comparison.compare(old, now, type, path);
  return comparison.changes;
}

/** Returns a difference with its values as text, or `null` for a missing value. */
export function differenceText(change) {
  const text = (value) => (value === undefined ? null : valueText(value, change.type));
  const { path, reference, otherPaths, isRepeated } = change;
  const sharing = reference === undefined ? {} : { reference, otherPaths };
  return {
    path, old: text(change.old), new: text(change.new), ...sharing,
    ...(isRepeated ? { isRepeated } : {}),
  };
}

/** Returns the text by which equal values are found again. */
function identity(value, type) {
  return valueText(value, type);
}

class Comparison {
  constructor() {
    this.changes = [];
  }

  note(old, now, type, path) {
    this.changes.push({ path, old, new: now, type });
  }

  compare(old, now, type, path) {
    if (isSame(old, now)) return;
    switch (type.kind) {
      case 'struct': case 'tuple':
        this.compareFields(old, now, type.fields, path);
        break;
      case 'enum':
        if (old.index === now.index) {
          const { name, payload } = type.cases[old.index];
          this.compareFields(old.payload, now.payload, payload, pathWith(path, name));
        } else {
          this.note(old, now, type, path);
        }
        break;
      case 'optional':
        if (old === null || now === null) this.note(old, now, type, path);
        else this.compare(contentOf(old), contentOf(now), type.wrapped, path);
        break;
      case 'array': this.compareElements(old, now, type.element, path); break;
      case 'identifiedArray': this.compareRows(old, now, type.element, path); break;
      case 'set': this.compareMembers(old, now, type.element, path); break;
      case 'dictionary': this.comparePairs(old.pairs, now.pairs, type, path); break;
      default: this.note(old, now, type, path);
    }
  }

  compareFields(old, now, fields, path) {
    for (let index = 0; index < fields.length; index += 1) {
      if (old[index] === now[index] && typeof old[index] !== 'number') continue;
      this.compare(old[index], now[index], fields[index].type, fieldPath(fields, index, path));
    }
  }

  /** Compares by index. If the lengths differ, common elements at the ends are omitted. */
  compareElements(old, now, type, path) {
    if (old.length === now.length) {
      old.forEach((value, index) => this.compare(value, now[index], type, `${path}[${index}]`));
      return;
    }
    const { start, end, nowEnd } = middle(old, now, isSame);
    for (let index = start; index < end; index += 1) {
      this.note(old[index], undefined, type, `${path}[${index}]`);
    }
    for (let index = start; index < nowEnd; index += 1) {
      this.note(undefined, now[index], type, `${path}[${index}]`);
    }
  }

  /** Compares rows by the field `id`, or by index if there is none. */
  compareRows(old, now, type, path) {
    if (type.kind !== 'struct' || type.idField < 0) {
      this.compareElements(old, now, type, path);
      return;
    }
    const idType = type.fields[type.idField].type;
    const row = (value) => `${path}[id: ${keyText(value[type.idField], idType)}]`;
    if (old.length === now.length) {
      const differing = [];
      old.forEach((value, index) => {
        if (!isSame(value, now[index])) differing.push(index);
      });
      const isKept = (index) => isSame(old[index][type.idField], now[index][type.idField]);
      if (differing.every(isKept)) {
        for (const index of differing) this.compare(old[index], now[index], type, row(now[index]));
        return;
      }
    }
    this.compareMovedRows(old, now, type, { path, row, idType });
  }

  compareMovedRows(old, now, type, { path, row, idType }) {
    const idOf = (value) => identity(value[type.idField], idType);
    const [oldRows, newRows] = [firstByKey(old, idOf), firstByKey(now, idOf)];
    for (const value of old) {
      if (!newRows.has(idOf(value))) this.note(value, undefined, type, row(value));
    }
    for (const value of now) {
      const before = oldRows.get(idOf(value));
      if (before === undefined) this.note(undefined, value, type, row(value));
      else this.compare(before, value, type, row(value));
    }
    const kept = old.map(idOf).filter((id) => newRows.has(id));
    const keptNow = now.map(idOf).filter((id) => oldRows.has(id));
    if (kept.length === keptNow.length && kept.every((id, index) => id === keptNow[index])) return;
    const ids = (rows) => rows.map((value) => value[type.idField]);
    this.note(ids(old), ids(now), { kind: 'array', element: idType }, `${path} order`);
  }

  compareMembers(old, now, type, path) {
    const textOfMember = (value) => identity(value, type);
    const [oldSet, newSet] = [firstByKey(old, textOfMember), firstByKey(now, textOfMember)];
    for (const value of old) {
      if (!newSet.has(textOfMember(value))) this.note(value, undefined, type, path);
    }
    for (const value of now) {
      if (!oldSet.has(textOfMember(value))) this.note(undefined, value, type, path);
    }
  }

  comparePairs(old, now, type, path) {
    const keyOfPair = (pair) => identity(pair.key, type.key);
    const entry = (pair) => `${path}[${keyText(pair.key, type.key)}]`;
    const [oldPairs, newPairs] = [firstByKey(old, keyOfPair), firstByKey(now, keyOfPair)];
    for (const pair of old) {
      if (!newPairs.has(keyOfPair(pair))) this.note(pair.value, undefined, type.value, entry(pair));
    }
    for (const pair of now) {
      const before = oldPairs.get(keyOfPair(pair));
      if (before === undefined) this.note(undefined, pair.value, type.value, entry(pair));
      else if (before !== pair) this.compare(before.value, pair.value, type.value, entry(pair));
    }
  }
}

function firstByKey(values, keyOfValue) {
  const found = new Map();
  for (const value of values) {
    const key = keyOfValue(value);
    if (!found.has(key)) found.set(key, value);
  }
  return found;
}

/** Returns where two lists differ, between their common starts and ends. */
function middle(old, now, areSameElements) {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && areSameElements(old[start], now[start])) start += 1;
  let tail = 0;
  while (tail < most - start
    && areSameElements(old[old.length - 1 - tail], now[now.length - 1 - tail])) tail += 1;
  return { start, end: old.length - tail, nowEnd: now.length - tail };
}
