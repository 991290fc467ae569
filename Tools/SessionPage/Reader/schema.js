import {
  asInteger, asList, asName, asObject, asTypeName, badHeader, debugText, optionalValue,
  requiredValue,
} from './headerjson.js';
import { isIdentifier, shortTypeName, writtenName } from './names.js';

const maxNesting = 64;
const primitives = new Map([
  ['Bool', { kind: 'bool' }],
  ...[8, 16, 32, 64].map((bits) => [`Int${bits}`, { kind: 'signed', bits }]),
  ...[8, 16, 32, 64].map((bits) => [`UInt${bits}`, { kind: 'unsigned', bits }]),
  ['Float', { kind: 'float' }], ['Double', { kind: 'double' }], ['Date', { kind: 'date' }],
  ['String', { kind: 'string' }], ['URL', { kind: 'url' }], ['Data', { kind: 'data' }],
  ['UUID', { kind: 'uuid' }],
]);
const containers = [
  'json', 'optional', 'array', 'identifiedArray', 'set', 'dictionary', 'tuple', 'type',
];

/**
 * The named types of a log, and the references to them.
 *
 * A type is an object with a `kind`. A named type is one object wherever it is used, so that types
 * which contain themselves form cycles.
 */
export class Schema {
  /** Reads the table of types. */
  constructor(json, path) {
    const types = requiredValue(asObject(json, path), 'types', path);
    const place = [...path, 'types'];
    this.types = asList(types, place, () => ({}));
    this.badReferences = [];
    this.owner = null;
    types.forEach((type, index) => {
      this.owner = this.types[index];
      this.define(this.owner, type, [...place, `Index ${index}`]);
    });
    this.owner = null;
    if (this.badReferences.length === 0) return;
    const [{ owner, index }] = this.badReferences;
    throw badHeader(
      place, `'${owner.name}' refers to type ${index}, but the schema has ${types.length} types`);
  }

  /** Rejects a header whose state, actions or reads have a type that is not in the table. */
  checkReferences() {
    if (this.badReferences.length === 0) return;
    throw badHeader([], 'a type is referred to that the schema lacks');
  }

  /** Fills in a named type, to which others may already refer. */
  define(definition, json, path) {
    const type = asObject(json, path);
    definition.name = asTypeName(requiredValue(type, 'name', path), [...path, 'name']);
    definition.shortName = shortTypeName(definition.name);
    const isStruct = type.struct !== undefined;
    if (isStruct === (type.enum !== undefined)) {
      throw badHeader(path, `'${definition.name}' must have either "struct" or "enum"`);
    }
    if (isStruct) {
      definition.kind = 'struct';
      definition.head = isHead(definition.shortName) ? definition.shortName : '';
      definition.fields = this.fields(type.struct, [...path, 'struct'], path);
      definition.idField = definition.fields.findIndex((field) => field.name === 'id');
      return;
    }
    definition.kind = 'enum';
    definition.cases = asList(type.enum, [...path, 'enum'], (item, at) => this.case(item, at));
    requireDistinctCases(definition.cases, path);
  }

  case(json, path) {
    const item = asObject(json, path);
    const name = asName(requiredValue(item, 'name', path), [...path, 'name']);
    const payload = optionalValue(
      item, 'payload', path, (fields, place) => this.fields(fields, place, path), []);
    return { name, written: writtenName(name), payload };
  }

  /** Reads fields. `owner` is the path of the type that has the fields. */
  fields(json, path, owner) {
    const fields = asList(json, path, (item, at) => {
      const field = asObject(item, at);
      const name = field.name === undefined ? null : asName(field.name, [...at, 'name']);
      const type = this.type(requiredValue(field, 'type', at), [...at, 'type']);
      return { name, label: name === null ? '' : `${writtenName(name)}: `, type };
    });
    const names = new Set();
    for (const { name } of fields) {
      if (name !== null && names.has(name)) {
        throw badHeader(owner, `two fields have the name '${name}'`);
      }
      names.add(name);
    }
    return fields;
  }

  /** Reads a reference to a type. */
  type(json, path) {
    if (path.filter((key) => containers.includes(key)).length > maxNesting) {
      throw badHeader(path, `types are nested more than ${maxNesting} levels deep`);
    }
    if (typeof json === 'string') {
      if (primitives.has(json)) return primitives.get(json);
      throw badHeader(path, `there is no type ${debugText(json)}`);
    }
    const type = asObject(json, path);
    const kinds = Object.keys(type).filter((key) => containers.includes(key));
    if (kinds.length !== 1) {
      throw badHeader(path, `a type must be an object of one key among ${containers.join(', ')}`);
    }
    return this.container(kinds[0], type[kinds[0]], path);
  }

  container(kind, detail, path) {
    const place = [...path, kind];
    switch (kind) {
      case 'type': return this.named(asInteger(detail, place));
      case 'json': {
        const name = asTypeName(detail, place);
        return { kind, name, shortName: shortTypeName(name) };
      }
      case 'optional': return { kind, wrapped: this.type(detail, place) };
      case 'tuple': return { kind, fields: this.fields(detail, place, path) };
      case 'dictionary': {
        const types = asList(detail, place, (type, at) => this.type(type, at));
        if (types.length === 2) return { kind, key: types[0], value: types[1] };
        throw badHeader(
          path, `a dictionary has a type of keys and one of values, not ${types.length}`);
      }
      default: return { kind, element: this.type(detail, place) };
    }
  }

  named(index) {
    const type = this.types[index];
    if (type === undefined) this.badReferences.push({ owner: this.owner, index });
    return type || primitives.get('Bool');
  }
}

/** Returns whether the name of a structure can precede its fields without ambiguity. */
function isHead(name) {
  // A dot within backticks is a part of a name.
  const parts = name.replace(/`[^`]+`/g, 'raw').split('.');
  return name !== 'Optional' && name !== 'nil' && parts.every(isIdentifier);
}

/** Rejects two equal cases. Cases with one name may differ by their labels. */
function requireDistinctCases(cases, path) {
  const signatures = new Set();
  for (const { name, payload } of cases) {
    const signature = JSON.stringify([name, payload.map((field) => field.name)]);
    if (signatures.has(signature)) throw badHeader(path, `two cases have the name '${name}'`);
    signatures.add(signature);
  }
}
