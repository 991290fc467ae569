import { keyText, valueText } from './text.js';
import { ReferenceSearch, eachRow, partAt, presentType, presentValue } from './references.js';
import { isSame } from './values.js';

/**
 * Marks the changes of a step that show the same change of a shared value at several references.
 *
 * The change at the widest reference has `reference`, its path with the sign of a reference, and
 * `otherPaths`. The other changes have `isRepeated`. The rule is that of `StateChange.merged` in
 * the program. `known` returns the references of the last keyframe.
 */
export function markShared(changes, state, types, known) {
  const equal = groups(changes, ({ old, new: now, type }) => (
    JSON.stringify([presentText(old, type), presentText(now, type)])));
  if (equal.length === 0) return;
  const targets = new SharedTargets(state, types, known());
  for (const group of equal) {
    const found = group.map((change) => ({ change, target: targets.of(change.path) }))
      .filter(({ target }) => target !== null);
    for (const same of groups(found, ({ target }) => target.path)) markGroup(same);
  }
}

function markGroup(same) {
  const depth = Math.min(...same.map(({ target }) => target.depth));
  const widest = same.find(({ target }) => target.depth === depth);
  const others = same.filter((other) => other !== widest).map(({ change }) => change);
  const { change, target: { owner } } = widest;
  change.reference = `${owner}$${change.path.slice(owner.length)}`;
  change.otherPaths = others.map(({ path }) => path);
  for (const other of others) other.isRepeated = true;
}

/** Returns the groups of two or more elements with the same key, in order. */
function groups(elements, keyOfElement) {
  const found = new Map();
  for (const element of elements) {
    const key = keyOfElement(element);
    if (found.has(key)) found.get(key).push(element);
    else found.set(key, [element]);
  }
  return [...found.values()].filter((group) => group.length > 1);
}

function presentText(value, type) {
  const present = presentValue(value);
  return present === null ? null : valueText(present, presentType(type));
}

/** The parts of shared values to which the references of a state lead. */
class SharedTargets {
  constructor(state, types, known) {
    const { references } = new ReferenceSearch(state, types);
    this.references = new Map();
    for (const reference of references) {
      if (!this.references.has(reference.path)) this.references.set(reference.path, reference);
    }
    this.known = new Map();
    this.rows = new Map();
    // The references whose values are not known to be parts of other values.
    this.values = [];
    this.addKnown(references, known);
    this.values.push(...references.filter(({ path }) => !known.has(path)));
  }

  /** For each known reference, finds the widest reference that contains its value. */
  addKnown(references, known) {
    const identified = references.filter(({ path }) => known.has(path))
      .map((reference) => ({ reference, ...known.get(reference.path) }))
      .sort((one, other) => one.steps.length - other.steps.length);
    const widest = new Map();
    const keyOfSteps = (root, steps) => JSON.stringify([root, ...steps.map(keyOfStep)]);
    for (const { reference, root, steps } of identified) {
      let count = 0;
      while (count <= steps.length && !widest.has(keyOfSteps(root, steps.slice(0, count)))) {
        count += 1;
      }
      const base = widest.get(keyOfSteps(root, steps.slice(0, count)));
      if (base === undefined) {
        widest.set(keyOfSteps(root, steps), reference);
        this.values.push(reference);
        this.known.set(reference.path, { path: reference.path, depth: 0 });
        continue;
      }
      // Since the keyframe, a property may have been redirected to a different value.
      const part = partAt(base, steps.slice(count));
      if (part === null || !isSame(part.value, presentValue(reference.value))) continue;
      this.known.set(reference.path, { path: part.path, depth: steps.length - count });
    }
  }

  /** Returns the part of a shared value at a path, by the innermost reference around it. */
  of(path) {
    for (let end = path.length; end >= 0; end -= 1) {
      if (end < path.length && !'.[ '.includes(path[end])) continue;
      const reference = this.references.get(path.slice(0, end));
      if (reference !== undefined) {
        const { path: widest, depth } = this.widest(reference);
        return { path: widest + path.slice(end), owner: reference.owner, depth };
      }
    }
    return null;
  }

  widest(reference) {
    if (!this.known.has(reference.path)) {
      const row = this.rowOf(reference);
      this.known.set(reference.path, row === null
        ? { path: reference.path, depth: 0 } : { path: row.path, depth: 1 });
    }
    return this.known.get(reference.path);
  }

  /** Returns the row with the value of a reference, if exactly one shared list has it. */
  rowOf(reference) {
    const [type, value] = [presentType(reference.type), presentValue(reference.value)];
    if (value === null || type.kind !== 'struct' || type.idField < 0) return null;
    const idType = type.fields[type.idField].type;
    const idText = (row) => keyText(row[type.idField], idType);
    if (!this.rows.has(type)) {
      const rows = new Map();
      for (const whole of this.values) {
        eachRow(whole, type, (row) => {
          const id = idText(row.value);
          rows.set(id, [...rows.get(id) || [], row]);
        });
      }
      this.rows.set(type, rows);
    }
    const found = this.rows.get(type).get(idText(value)) || [];
    const isOnly = found.length === 1 && isSame(found[0].value, value)
      && !isWithin(reference.path, found[0].path);
    return isOnly ? found[0] : null;
  }
}

function keyOfStep({ kind, detail }) {
  return [kind, detail instanceof Uint8Array ? [...detail] : detail];
}

/** Returns whether a path leads to the value at another path, or to a part of it. */
function isWithin(path, outer) {
  if (!path.startsWith(outer)) return false;
  return path.length === outer.length || '.[ '.includes(path[outer.length]);
}
