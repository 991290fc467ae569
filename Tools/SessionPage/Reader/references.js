import { encodedValue } from './encoding.js';
import { Memory } from './memory.js';
import { fieldPath, pathWith } from './names.js';
import { keyText } from './text.js';
import { Some, contentOf, isSame, valueOf } from './values.js';

// Real paths are short.
const maxPathSteps = 100;

/** The types of a state with shared values. */
export class SharedTypes {
  constructor(header) {
    this.state = header.state;
    this.fields = new Map();
    for (const { owner, name, type } of header.shared) {
      const definition = header.types[owner];
      if (definition === undefined) continue;
      if (!this.fields.has(definition)) this.fields.set(definition, new Map());
      const names = this.fields.get(definition);
      names.set(name, [...names.get(name) || [], type]);
    }
    this.identity = header.supplements.find((type) => type.shortName === 'SharedIdentity');
    this.sharing = typesLeadingTo([...this.fields.keys()], header.types);
  }

  /** Returns the types of the shared values in a field. */
  sharedIn(definition, name) {
    const names = this.fields.get(definition);
    return names === undefined ? [] : names.get(name) || [];
  }

  /** Returns whether values of a type may contain references, within a field of shared types. */
  mayContainReferences(type, shared) {
    return this.sharing.has(type) || partsOf(type).some(
      (part) => isAmong(shared, part) || this.mayContainReferences(part, shared));
  }
}

/** Returns the named types whose values may contain values of some types. */
function typesLeadingTo(inner, definitions) {
  const outer = new Map();
  const add = (definition, type) => {
    if (type.kind !== 'struct' && type.kind !== 'enum') {
      for (const part of partsOf(type)) add(definition, part);
      return;
    }
    if (!outer.has(type)) outer.set(type, []);
    outer.get(type).push(definition);
  };
  for (const definition of definitions) {
    const fields = definition.kind === 'enum'
      ? definition.cases.flatMap(({ payload }) => payload) : definition.fields;
    for (const { type } of fields) add(definition, type);
  }
  const found = new Set();
  const pending = [...inner];
  while (pending.length > 0) {
    const type = pending.pop();
    if (found.has(type)) continue;
    found.add(type);
    pending.push(...outer.get(type) || []);
  }
  return found;
}

/** Returns the types to which a container refers. Primitives and named types have none. */
function partsOf(type) {
  switch (type.kind) {
    case 'optional': return [type.wrapped];
    case 'dictionary': return [type.key, type.value];
    case 'tuple': return type.fields.map((field) => field.type);
    default: return type.element === undefined ? [] : [type.element];
  }
}

function isAmong(types, type) {
  return types.some((other) => isSameType(other, type));
}

/** Returns whether two types are equal. Named types are equal only to themselves. */
export function isSameType(one, other) {
  if (one === other) return true;
  if (one.kind !== other.kind || one.kind === 'struct' || one.kind === 'enum') return false;
  if (one.bits !== other.bits || one.name !== other.name) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts.length === others.length
    && parts.every((part, index) => isSameType(part, others[index]));
}

/** Returns a value without optionals, or `null` if there is none. */
export function presentValue(value) {
  let inner = value === undefined ? null : value;
  while (inner instanceof Some) inner = contentOf(inner);
  return inner;
}

/** Returns a type without optionals. */
export function presentType(type) {
  return type.kind === 'optional' ? presentType(type.wrapped) : type;
}

/** Returns the brackets of an element in a path. */
function brackets(value, index, type, element) {
  if (type.kind === 'set') return `[${keyText(value, element)}]`;
  if (type.kind === 'array' || element.kind !== 'struct' || element.idField < 0) {
    return `[${index}]`;
  }
  return rowBrackets(value[element.idField], element);
}

function rowBrackets(id, row) {
  return `[id: ${keyText(id, row.fields[row.idField].type)}]`;
}

/** A search for all references in a state: `{ path, owner, type, value, offset }` for each. */
export class ReferenceSearch {
  /** With `measures`, the number of encoded bytes before each reference is found, too. */
  constructor(state, types, measures = false) {
    this.types = types;
    this.measures = measures;
    this.references = [];
    this.offset = 0;
    this.isInOrder = true;
    this.visit(state, types.state, { path: '', owner: '', shared: [] });
  }

  visit(value, type, place) {
    if (isAmong(place.shared, type)) {
      const offset = this.measures && this.isInOrder ? this.offset : null;
      this.references.push({ path: place.path, owner: place.owner, type, value, offset });
    }
    if (!this.types.mayContainReferences(type, place.shared)) {
      this.measure(value, type);
      return;
    }
    switch (type.kind) {
      case 'optional':
        this.offset += 1;
        if (value !== null) this.visit(contentOf(value), type.wrapped, place);
        break;
      case 'struct': case 'tuple':
        if (type.fields.length === 0) this.offset += 1;
        this.visitFields(value, type, place);
        break;
      case 'enum': this.visitCase(value, type, place); break;
      case 'set': case 'dictionary': this.visitSorted(value, type, place); break;
      default:
        this.measureCount(value.length);
        this.visitElements(value, type, place);
    }
  }

  visitFields(values, type, place) {
    type.fields.forEach((field, index) => {
      const path = fieldPath(type.fields, index, place.path);
      const shared = type.kind === 'tuple' ? place.shared : this.types.sharedIn(type, field.name);
      this.visit(values[index], field.type, within(place, path, shared));
    });
  }

  visitCase({ index, payload }, type, place) {
    this.measureCount(index);
    const { name, payload: fields } = type.cases[index];
    const inner = within(place, pathWith(place.path, name), this.types.sharedIn(type, name));
    fields.forEach((field, position) => {
      const path = fieldPath(fields, position, inner.path);
      const own = path === inner.path ? inner : within(inner, path, inner.shared);
      this.visit(payload[position], field.type, own);
    });
  }

  visitElements(elements, type, place) {
    elements.forEach((element, index) => {
      const path = place.path + brackets(element, index, type, type.element);
      this.visit(element, type.element, { ...place, path });
    });
  }

  /** Visits values that are sorted before they are written, and have no parts in keyframes. */
  visitSorted(value, type, place) {
    const { offset, isInOrder } = this;
    this.isInOrder = false;
    if (type.kind === 'set') {
      this.visitElements(value, type, place);
    } else {
      for (const pair of value.pairs) {
        const path = `${place.path}[${keyText(pair.key, type.key)}]`;
        this.visit(pair.value, type.value, { ...place, path });
      }
    }
    Object.assign(this, { offset, isInOrder });
    this.measure(value, type);
  }

  measure(value, type) {
    if (this.measures && this.isInOrder) this.offset += encodedValue(value, type).length;
  }

  measureCount(count) {
    let rest = count;
    do {
      this.offset += 1;
      rest = Math.floor(rest / 128);
    } while (rest > 0);
  }
}

/** Returns the position of a field, whose path ends with its name. */
function within(place, path, shared) {
  const start = place.path === '' ? 0 : place.path.length + 1;
  return { path, owner: path.slice(0, start), shared };
}

/**
 * Returns the shared values to which the references of a keyframe refer, by their positions: the
 * number of the root, and the steps of the path from it.
 */
export function knownReferences(parts, state, types) {
  const known = new Map();
  if (types.identity === undefined) return known;
  for (const { path, offset } of new ReferenceSearch(state, types, true).references) {
    const own = parts.get(offset) || [];
    // If a value begins with a reference, it has the same offset as a reference to the value.
    while (own.length > 0) {
      const identity = referencePathOf(own.shift(), types.identity);
      if (identity !== null) {
        known.set(path, identity);
        break;
      }
    }
  }
  return known;
}

function referencePathOf(bytes, type) {
  const read = decodedPart(bytes, type);
  if (read === null || type.kind !== 'struct') return null;
  const fieldOf = (name) => type.fields.findIndex((field) => field.name === name);
  const [root, path] = [read[fieldOf('root')], read[fieldOf('path')]];
  const pathType = type.fields[fieldOf('path')].type;
  if (typeof root !== 'number' || !Array.isArray(path) || path.length > maxPathSteps) return null;
  const steps = path.map(({ index, payload }) => {
    const kind = pathType.element.cases[index].name;
    // The number of the location matters only after the element was removed.
    return { kind, detail: kind === 'wrapped' ? null : payload[0] };
  });
  return steps.some(({ kind }) => kind === 'unknown') ? null : { root, steps };
}

function decodedPart(bytes, type) {
  try {
    const { value, left } = valueOf(bytes, type, new Memory());
    return left === 0 ? value : null;
  } catch (error) {
    return null;
  }
}

/** Returns the part of a shared value at the steps of a path, or `null` if there is none. */
export function partAt(whole, steps) {
  let part = { ...whole, value: presentValue(whole.value) };
  for (const step of steps) {
    part = innerPart({ ...part, type: presentType(part.type) }, step);
    if (part === null) return null;
    part.value = presentValue(part.value);
  }
  return part;
}

function innerPart({ path, type, value }, { kind, detail }) {
  const elements = value === null ? [] : value;
  switch (`${kind} ${type.kind}`) {
    case 'field struct': return fieldPart({ path, type, value }, detail);
    case 'element identifiedArray': {
      const row = type.element;
      if (row.kind !== 'struct' || row.idField < 0) return null;
      const id = decodedPart(Uint8Array.from(detail), row.fields[row.idField].type);
      if (id === null) return null;
      const found = elements.find((element) => isSame(element[row.idField], id));
      return { path: path + rowBrackets(id, row), type: row, value: found };
    }
    case 'index array': case 'presentIndex array':
      return { path: `${path}[${detail}]`, type: type.element, value: elements[detail] };
    case 'key dictionary': {
      const key = decodedPart(Uint8Array.from(detail), type.key);
      if (key === null) return null;
      const pairs = value === null ? [] : value.pairs;
      const pair = pairs.find((other) => isSame(other.key, key));
      return {
        path: `${path}[${keyText(key, type.key)}]`, type: type.value, value: pair && pair.value,
      };
    }
    default: return kind === 'wrapped' ? { path, type, value } : null;
  }
}

/** Returns a property. `address_city` may be the property `city` of a structure `address`. */
function fieldPart({ path, type, value }, own) {
  const partOf = (index) => {
    const { name, type: inner } = type.fields[index];
    return { path: pathWith(path, name), type: inner, value: value === null ? null : value[index] };
  };
  const found = type.fields.findIndex(({ name }) => name === own);
  if (found >= 0) return partOf(found);
  for (let index = 0; index < type.fields.length; index += 1) {
    const { name } = type.fields[index];
    if (name !== null && own.startsWith(`${name}_`)) {
      const outer = partOf(index);
      const step = { kind: 'field', detail: own.slice(name.length + 1) };
      const inner = partAt(outer, [step]);
      if (inner !== null) return inner;
    }
  }
  return null;
}

/** Calls a function for each row of a type, within the structures and optionals of a value. */
export function eachRow({ path, type, value }, row, visit) {
  const [kind, present] = [presentType(type), presentValue(value)];
  if (present === null) return;
  if (kind.kind === 'identifiedArray') {
    if (kind.element !== row) return;
    for (const element of present) {
      visit({ path: path + rowBrackets(element[row.idField], row), value: element });
    }
  } else if (kind.kind === 'struct') {
    kind.fields.forEach((field, index) => {
      const inner = fieldPath(kind.fields, index, path);
      eachRow({ path: inner, type: field.type, value: present[index] }, row, visit);
    });
  }
}
