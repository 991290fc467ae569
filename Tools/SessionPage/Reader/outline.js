import { fieldPath, pathWith } from './names.js';
import { keyText, textPrefix, valueText } from './text.js';
import { typeName } from './typenames.js';
import { contentOf } from './values.js';

const shownLength = 120;

/** A value as shown in a tree: its key, path, type and text, and the number of its parts. */
class ValueNode {
  constructor(value, type, key, path) {
    this.value = value;
    this.key = key;
    this.path = path;
    this.valueType = type;
    // Optionals are unwrapped.
    [this.inner, this.innerType] = [value, type];
    while (this.innerType.kind === 'optional' && this.inner !== null) {
      [this.inner, this.innerType] = [contentOf(this.inner), this.innerType.wrapped];
    }
    this.childCount = this.inner === null ? 0 : countOf(this.inner, this.innerType);
    this.expandable = this.childCount > 0;
  }

  /** The type as Swift writes it. */
  get type() {
    return typeName(this.valueType);
  }

  /** The value on one short line. */
  get text() {
    const text = valueText(this.value, this.valueType, shownLength);
    return text.length > shownLength ? `${textPrefix(text, shownLength)}…` : text;
  }
}

/** Returns the node of a value in a tree, or of the root. */
export function outlineOf(value, type, key = '', path = '') {
  return new ValueNode(value, type, key, path);
}

function countOf(value, type) {
  switch (type.kind) {
    case 'struct': case 'tuple': return value.length;
    case 'enum': return value.payload.length;
    case 'dictionary': return value.pairs.length;
    case 'array': case 'identifiedArray': case 'set': return value.length;
    default: return 0;
  }
}

/** Returns the parts of a value, each in the form of `outlineOf`. */
export function childrenOf({ inner, innerType, path, childCount }) {
  if (childCount === 0) return [];
  switch (innerType.kind) {
    case 'struct': case 'tuple':
      return fieldNodes(inner, innerType.fields, path, (index) => `${index}`);
    case 'enum': {
      const { name, payload } = innerType.cases[inner.index];
      const label = (index) => (payload.length === 1 ? name : `${name}.${index}`);
      return fieldNodes(inner.payload, payload, pathWith(path, name), label);
    }
    case 'dictionary':
      return inner.pairs.map((pair) => {
        const key = keyText(pair.key, innerType.key);
        return outlineOf(pair.value, innerType.value, key, `${path}[${key}]`);
      });
    case 'set':
      return inner.map((member) => outlineOf(
        member, innerType.element, '', `${path}[${keyText(member, innerType.element)}]`));
    default:
      return inner.map((element, index) => outlineOf(
        element, innerType.element, ...elementKey(element, innerType, index, path)));
  }
}

/** Returns the nodes of fields. `label` names a field without a name by its index. */
function fieldNodes(values, fields, path, label) {
  return fields.map((field, index) => outlineOf(
    values[index], field.type, field.name === null ? label(index) : field.name,
    fieldPath(fields, index, path)));
}

/**
 * Returns the key and the path of an element. A row is named by its identity, as in comparisons.
 */
function elementKey(element, type, index, path) {
  const row = type.element;
  if (type.kind !== 'identifiedArray' || row.kind !== 'struct' || row.idField < 0) {
    return [`${index}`, `${path}[${index}]`];
  }
  const id = keyText(element[row.idField], row.fields[row.idField].type);
  return [`${index}`, `${path}[id: ${id}]`];
}
