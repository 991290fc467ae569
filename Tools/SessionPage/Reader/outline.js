import { fieldPath, pathWith } from './names.js';
import { keyText, valueText } from './text.js';
import { typeName } from './typenames.js';
import { contentOf } from './values.js';

const shownLength = 120;

/**
 * What a tree shows of a value on one line: its key, path, type, text, and how many parts it has.
 *
 * Optionals are seen through, and a single value without a label stands for its case.
 */
export function outlineOf(value, type, key = '', path = '') {
  let [inner, innerType] = [value, type];
  while (innerType.kind === 'optional' && inner !== null) {
    [inner, innerType] = [contentOf(inner), innerType.wrapped];
  }
  const childCount = inner === null || inner === undefined ? 0 : countOf(inner, innerType);
  return {
    key,
    path,
    type: typeName(type),
    text: headText(value, type),
    value,
    childCount,
    expandable: childCount > 0,
    inner,
    innerType,
  };
}

function headText(value, type) {
  if (value === undefined) return '';
  const text = valueText(value, type, shownLength);
  return text.length > shownLength ? `${Array.from(text.slice(0, shownLength)).join('')}…` : text;
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

/** The parts of a value, each as `outlineOf` has it. */
export function childrenOf({ inner, innerType, path, childCount }) {
  if (childCount === 0) return [];
  switch (innerType.kind) {
    case 'struct': case 'tuple': return fieldNodes(inner, innerType.fields, path);
    case 'enum': {
      const { name, payload } = innerType.cases[inner.index];
      return fieldNodes(inner.payload, payload, pathWith(path, name));
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

function fieldNodes(values, fields, path) {
  return fields.map((field, index) => outlineOf(
    values[index], field.type, field.name === null ? `${index}` : field.name,
    fieldPath(fields, index, path)));
}

/** The key and the path of an element: a row by its identity, as comparisons name it. */
function elementKey(element, type, index, path) {
  const row = type.element;
  if (type.kind !== 'identifiedArray' || row.kind !== 'struct' || row.idField < 0) {
    return [`${index}`, `${path}[${index}]`];
  }
  const id = keyText(element[row.idField], row.fields[row.idField].type);
  return [`${index}`, `${path}[id: ${id}]`];
}
