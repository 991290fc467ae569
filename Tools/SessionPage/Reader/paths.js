import { keyText } from './text.js';
import { contentOf } from './values.js';

const nameAhead = /^(?:`([^`]*)`|([^.[\]` ]+))/;

/**
 * Parses a path as `changes` and `children` write it: `shoppingList.products[id: …].name`.
 *
 * The empty path and `state` are the whole state. A value that a state lacks is `undefined`.
 */
export function parsePath(path, type) {
  return new ValuePath(path, type);
}

class ValuePath {
  constructor(path, type) {
    this.text = path;
    this.steps = [];
    let rest = path === 'state' ? '' : path;
    this.type = type;
    while (rest !== '') rest = this.readStep(rest);
  }

  /** Returns the value at the path in a state. */
  value(state) {
    let value = state;
    for (const step of this.steps) {
      if (value === undefined) return undefined;
      value = step(value);
    }
    return value;
  }

  readStep(rest) {
    this.unwrap();
    if (rest === ' order') return this.readOrder();
    if (rest.startsWith('[')) return this.readKey(rest);
    const found = nameAhead.exec(rest.startsWith('.') ? rest.slice(1) : rest);
    if (found === null) throw new RangeError(`'${this.text}' isn't a path`);
    this.enter(found[1] === undefined ? found[2] : found[1]);
    return rest.slice(found[0].length + (rest.startsWith('.') ? 1 : 0));
  }

  add(step, type) {
    this.steps.push(step);
    this.type = type;
  }

  /** Unwraps optionals, and single values without a label. */
  unwrap() {
    this.enterOnlyValue();
    while (this.type.kind === 'optional') {
      this.add((value) => (value === null ? undefined : contentOf(value)), this.type.wrapped);
      this.enterOnlyValue();
    }
  }

  /**
   * Enters a single value without a label, which stands for its case and adds nothing to a path.
   */
  enterOnlyValue() {
    while (isAlone(this.type)) this.add((value) => value[0], this.type.fields[0].type);
  }

  enter(name) {
    const { type } = this;
    if (type.kind === 'enum') {
      const index = type.cases.findIndex((element) => element.name === name);
      if (index < 0) throw this.unknown(name);
      this.add(
        (value) => (value.index === index ? value.payload : undefined),
        { kind: 'tuple', fields: type.cases[index].payload });
      this.enterOnlyValue();
      return;
    }
    const fields = type.fields || [];
    const index = fields.findIndex((_, own) => fieldName(fields, own) === name);
    if (index < 0) throw this.unknown(name);
    this.add((value) => value[index], fields[index].type);
  }

  unknown(name) {
    return new RangeError(`there is no '${name}' in '${this.text}'`);
  }

  readOrder() {
    const { idField } = this.type.element;
    const idType = this.type.element.fields[idField].type;
    this.add((rows) => rows.map((row) => row[idField]), { kind: 'array', element: idType });
    return '';
  }

  readKey(rest) {
    const end = keyEnd(rest);
    if (end < 0) throw new RangeError(`'${this.text}' lacks a ]`);
    const key = rest.slice(1, end);
    const { type } = this;
    if (type.kind === 'dictionary') {
      const isKey = (pair) => keyText(pair.key, type.key) === key;
      this.add((value) => (value.pairs.find(isKey) || {}).value, type.value);
    } else if (type.kind === 'set') {
      const isMember = (member) => keyText(member, type.element) === key;
      this.add((value) => value.find(isMember), type.element);
    } else if (key.startsWith('id: ')) {
      this.add(rowFinder(key.slice(4), type.element), type.element);
    } else if (/^[0-9]+$/.test(key) && type.element !== undefined) {
      this.add((value) => value[Number(key)], type.element);
    } else {
      throw new RangeError(`there is no [${key}] in '${this.text}'`);
    }
    return rest.slice(end + 1);
  }
}

/** Returns whether a payload is a single value without a label. */
function isAlone(type) {
  return type.kind === 'tuple' && type.fields.length === 1 && type.fields[0].name === null;
}

function fieldName(fields, index) {
  const { name } = fields[index];
  return name === null ? `${index}` : name;
}

/** Returns the row with an identity, which is probably where it was the last time. */
function rowFinder(id, row) {
  if (row.kind !== 'struct' || row.idField < 0) throw new RangeError('these rows have no id');
  const idType = row.fields[row.idField].type;
  const isRow = (value) => keyText(value[row.idField], idType) === id;
  let last = 0;
  return (rows) => {
    if (last < rows.length && isRow(rows[last])) return rows[last];
    const index = rows.findIndex(isRow);
    if (index < 0) return undefined;
    last = index;
    return rows[index];
  };
}

/** Returns the end of the bracket that a text starts with, across nested texts and brackets. */
function keyEnd(text) {
  let nesting = 0;
  let isQuoted = false;
  for (let index = 1; index < text.length; index += 1) {
    const sign = text[index];
    if (isQuoted && sign === '\\') index += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '[' || sign === '(')) nesting += 1;
    else if (!isQuoted && sign === ']' && nesting === 0) return index;
    else if (!isQuoted && (sign === ']' || sign === ')')) nesting -= 1;
  }
  return -1;
}
