import { LogError } from './errors.js';
import { mayBeName } from './names.js';

// The wording of Foundation, so that a log is rejected with the same message everywhere.
const found = { string: 'a string', number: 'number', boolean: 'bool' };

/** The error of a header that is JSON, but not a session header. */
export function badHeader(path, description) {
  const place = path.length > 0 ? `${path.join('.')}: ` : '';
  return new LogError(
    `the header is not that of a session: ${place}${description}`, { kind: 'damaged' });
}

/** Returns the value of a required key. */
export function requiredValue(json, key, path) {
  if (json[key] !== undefined) return json[key];
  throw badHeader(path, `No value associated with key CodingKeys(stringValue: "${key}", `
    + `intValue: nil) ("${key}").`);
}

/** Returns the value of a key as converted by `read`, or a default if the key is missing. */
export function optionalValue(json, key, path, read, otherwise) {
  const value = json[key];
  return value === undefined || value === null ? otherwise : read(value, [...path, key]);
}

/** Reads a text. */
export function asText(value, path) {
  if (typeof value === 'string') return value;
  if (value === null) throw noValue('String', path);
  throw otherKind('String', value, path);
}

/** Reads a whole number. */
export function asInteger(value, path) {
  if (Number.isInteger(value)) return value;
  if (typeof value === 'number') throw badHeader([], 'The given data was not valid JSON.');
  if (value === null) throw noValue('Int', path);
  throw otherKind('Int', value, path);
}

/** Reads a Boolean. */
export function asFlag(value, path) {
  if (typeof value === 'boolean') return value;
  if (value !== null) throw otherKind('Bool', value, path);
  throw badHeader(path, 'Expected to decode Bool but found null instead.');
}

/** Reads a list whose elements are converted by `read`. */
export function asList(value, path, read) {
  if (value === null) throw noContainer('unkeyed', path);
  if (!Array.isArray(value)) throw otherKind('Array<Any>', value, path);
  return value.map((element, index) => read(element, [...path, `Index ${index}`]));
}

/** Reads an object. */
export function asObject(value, path) {
  if (value === null) throw noContainer('keyed', path);
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw otherKind('Dictionary<String, Any>', value, path);
}

/** Reads the name of a field or a case, which is displayed to users. */
export function asName(value, path) {
  return checkedName(value, path, false);
}

/** Reads the full name of a type. */
export function asTypeName(value, path) {
  return checkedName(value, path, true);
}

function checkedName(value, path, isType) {
  const name = asText(value, path);
  if (mayBeName(name, isType)) return name;
  throw badHeader(path, `${debugText(name)} is not a valid name: it must be visible text`);
}

/** Returns a text in quotes as Swift shows it to programmers. */
export function debugText(text) {
  return JSON.stringify(text)
    .replace(/\\u00([0-9a-f]{2})/g, (_, hex) => `\\u{${hex.toUpperCase()}}`);
}

function noValue(type, path) {
  return badHeader(path, `Cannot get value of type ${type} -- found null value instead`);
}

function noContainer(kind, path) {
  return badHeader(path, `Cannot get ${kind} decoding container -- found null value instead`);
}

function otherKind(type, value, path) {
  const kind = found[typeof value] || (Array.isArray(value) ? 'an array' : 'a dictionary');
  return badHeader(path, `Expected to decode ${type} but found ${kind} instead.`);
}
