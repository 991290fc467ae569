import { doubleText, nanText } from './numbers.js';
import { base64 } from './text.js';
import { NaNBits, contentOf } from './values.js';

const jsonSigns = /["\\\0-\x1f]/g;
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}|[\u{10ff80}-\u{10ffff}]/gu;
const shortEscapes = new Map([
  ['"', '\\"'], ['\\', '\\\\'], ['\b', '\\b'], ['\f', '\\f'], ['\n', '\\n'], ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Returns a value as JSON that is easy to use, with sorted keys.
 *
 * Structures are objects. A case is its name, or an object of its name and its values.
 */
export function jsonText(value, type) {
  switch (type.kind) {
    case 'struct': case 'tuple': return fieldsJSON(value, type.fields);
    case 'enum': return caseJSON(value, type.cases[value.index]);
    case 'optional': return value === null ? 'null' : jsonText(contentOf(value), type.wrapped);
    case 'array': case 'identifiedArray': case 'set':
      return `[${value.map((element) => jsonText(element, type.element)).join(',')}]`;
    case 'dictionary': return pairsJSON(value.pairs, type);
    default: return primitiveJSON(value, type);
  }
}

/** Returns a text as JSON, with invisible characters escaped. */
export function jsonString(text) {
  const escaped = text.replace(jsonSigns, (sign) => shortEscapes.get(sign) || unitEscape(sign))
    .replace(invisible, (sign) => sign.split('').map(unitEscape).join(''));
  return `"${escaped}"`;
}

function unitEscape(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the JSON of an object. Keys that Swift considers equal texts are one key. */
function objectJSON(entries) {
  const byKey = new Map();
  for (const [key, value] of entries) {
    const composed = key.normalize('NFC');
    const known = byKey.get(composed);
    byKey.set(composed, { key: known === undefined ? key : known.key, value });
  }
  const sorted = Array.from(byKey.values());
  sorted.sort((one, other) => compareScalars(one.key, other.key));
  return `{${sorted.map(({ key, value }) => `${jsonString(key)}:${value}`).join(',')}}`;
}

/** Compares texts by their Unicode scalars, whose order differs from that of UTF-16. */
function compareScalars(one, other) {
  const count = Math.min(one.length, other.length);
  for (let index = 0; index < count; index += 1) {
    if (one[index] !== other[index]) return one.codePointAt(index) - other.codePointAt(index);
  }
  return one.length - other.length;
}

function fieldsJSON(values, fields) {
  return objectJSON(fields.map((field, index) => [
    field.name === null ? `${index}` : field.name, jsonText(values[index], field.type),
  ]));
}

function caseJSON(value, element) {
  const { name, payload } = element;
  if (payload.length === 0) return jsonString(name);
  const isAlone = payload.length === 1 && payload[0].name === null;
  const content = isAlone
    ? jsonText(value.payload[0], payload[0].type) : fieldsJSON(value.payload, payload);
  return `{${jsonString(name)}:${content}}`;
}

function pairsJSON(pairs, type) {
  if (type.key.kind === 'string') {
    return objectJSON(pairs.map((pair) => [pair.key, jsonText(pair.value, type.value)]));
  }
  const texts = pairs.map(
    (pair) => `[${jsonText(pair.key, type.key)},${jsonText(pair.value, type.value)}]`);
  return `[${texts.join(',')}]`;
}

function primitiveJSON(value, type) {
  switch (type.kind) {
    case 'string': case 'url': case 'json': return jsonString(value);
    case 'uuid': return `"${value}"`;
    case 'data': return `"${base64(value)}"`;
    case 'float': case 'double': case 'date': return numberJSON(value);
    default: return String(value);
  }
}

function numberJSON(value) {
  if (value instanceof NaNBits) return `"${nanText(value)}"`;
  const text = doubleText(value);
  if (!Number.isFinite(value)) return `"${text}"`;
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}
