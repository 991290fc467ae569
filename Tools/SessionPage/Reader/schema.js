import { LogError } from './errors.js';
import { shortTypeName, isIdentifier, writtenName, mayBeName } from './names.js';

const mostNesting = 64;
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
const levels = ['steps', 'checks', 'actions'];

/**
 * Reads the types of a header: what they are made of, the state, the actions and the reads.
 *
 * A type is an object with a `kind`; a named type is one object wherever it is used, so that types
 * which contain themselves go round in circles.
 */
export function readSchema(json) {
  for (const key of ['app', 'appVersion', 'build', 'recorded', 'level']) text(json, key, []);
  if (!levels.includes(json.level)) {
    throw bad(
      ['level'], `Cannot initialize RecordingLevel from invalid String value ${json.level}`);
  }
  for (const key of ['requires', 'optional', 'schema', 'state', 'action', 'draws']) {
    if (json[key] === undefined || json[key] === null) throw missing(key, []);
  }
  if (!Array.isArray(json.schema.types)) throw missing('types', ['schema']);
  const definitions = json.schema.types.map(() => ({}));
  const read = (type, path) => readType(type, definitions, path, 0);
  json.schema.types.forEach((type, index) => {
    define(definitions[index], type, read, ['schema', 'types', `Index ${index}`]);
  });
  const list = (key) => {
    const value = json[key] === undefined || json[key] === null ? [] : json[key];
    if (!Array.isArray(value)) throw bad([key], 'Expected to decode Array but found another value');
    return value;
  };
  return {
    types: definitions,
    state: read(json.state, ['state']),
    action: read(json.action, ['action']),
    draws: list('draws').map((draw, index) => {
      const path = ['draws', `Index ${index}`];
      return { name: text(draw, 'name', path), type: read(draw.type, [...path, 'type']) };
    }),
  };
}

function bad(path, description) {
  const place = path.length > 0 ? `${path.join('.')}: ` : '';
  return new LogError(
    `the header is not that of a session: ${place}${description}`, { kind: 'damaged' });
}

function missing(key, path) {
  return bad(path, `No value associated with key CodingKeys(stringValue: "${key}", intValue: nil) `
    + `("${key}").`);
}

function text(json, key, path) {
  const value = json === null || typeof json !== 'object' ? undefined : json[key];
  if (value === undefined) throw missing(key, path);
  if (typeof value !== 'string') {
    throw bad([...path, key], 'Expected to decode String but found another value instead.');
  }
  return value;
}

function nameOf(json, path) {
  const name = text(json, 'name', path);
  if (mayBeName(name)) return name;
  throw bad([...path, 'name'], `${JSON.stringify(name)} is no name: it must be visible text`);
}

/** Fills in a named type; others may refer to it before. */
function define(definition, json, read, path) {
  const name = nameOf(json, path);
  const shortName = shortTypeName(name);
  Object.assign(definition, { name, shortName });
  const isStruct = json.struct !== undefined;
  if (isStruct === (json.enum !== undefined)) {
    throw bad(path, `'${name}' must have either "struct" or "enum"`);
  }
  if (isStruct) {
    definition.kind = 'struct';
    definition.head = isHead(shortName) ? shortName : '';
    definition.fields = readFields(json.struct, read, [...path, 'struct']);
    definition.idField = definition.fields.findIndex((field) => field.name === 'id');
    return;
  }
  definition.kind = 'enum';
  definition.cases = entries(json.enum, [...path, 'enum']).map((item, index) => {
    const place = [...path, 'enum', `Index ${index}`];
    const own = nameOf(item, place);
    const payload = item.payload === undefined || item.payload === null ? [] : item.payload;
    return {
      name: own,
      written: writtenName(own),
      payload: readFields(payload, read, [...place, 'payload']),
    };
  });
  const signatures = new Set();
  for (const { name: own, payload } of definition.cases) {
    const signature = JSON.stringify([own, payload.map((field) => field.name)]);
    if (signatures.has(signature)) throw bad(path, `two cases have the name '${own}'`);
    signatures.add(signature);
  }
}

/** Whether the name of a structure may stand before its fields and still be read back. */
function isHead(name) {
  return name !== 'Optional' && name !== 'nil' && name.split('.').every(isIdentifier);
}

function entries(json, path) {
  if (Array.isArray(json)) return json;
  throw bad(path, 'Expected to decode Array but found another value instead.');
}

function readFields(json, read, path) {
  const fields = entries(json, path).map((field, index) => {
    const place = [...path, `Index ${index}`];
    if (field === null || typeof field !== 'object') {
      throw bad(place, 'Expected to decode Dictionary but found another value instead.');
    }
    const name = field.name === undefined ? null : nameOf(field, place);
    return {
      name,
      label: name === null ? '' : `${writtenName(name)}: `,
      type: read(field.type, [...place, 'type']),
    };
  });
  const names = new Set();
  for (const { name } of fields) {
    if (name !== null && names.has(name)) {
      throw bad(path.slice(0, -1), `two fields have the name '${name}'`);
    }
    names.add(name);
  }
  return fields;
}

function readType(json, definitions, path, nesting) {
  if (nesting > mostNesting) {
    throw bad(path, `types are nested more than ${mostNesting} levels deep`);
  }
  if (json === undefined) throw missing('type', path.slice(0, -1));
  if (typeof json === 'string') {
    if (primitives.has(json)) return primitives.get(json);
    throw bad(path, `there is no type ${JSON.stringify(json)}`);
  }
  const keys = json === null || typeof json !== 'object' ? [] : Object.keys(json);
  const known = keys.filter((key) => containers.includes(key));
  if (known.length !== 1) {
    throw bad(path, `a type must be an object of one key among ${containers.join(', ')}`);
  }
  return container(known[0], json[known[0]], definitions, path, nesting);
}

/** The error of a reference that leads nowhere, in the header or in one of its types. */
function noSuchType(index, definitions, path) {
  if (path[0] !== 'schema') return bad([], 'a type is referred to that the schema lacks');
  const { name } = definitions[Number(path[2].slice('Index '.length))];
  return bad(path.slice(0, 2),
    `'${name}' refers to type ${index}, but the schema has ${definitions.length} types`);
}

function container(kind, detail, definitions, path, nesting) {
  const place = [...path, kind];
  const read = (type, at = place) => readType(type, definitions, at, nesting + 1);
  switch (kind) {
    case 'type':
      if (Number.isInteger(detail) && definitions[detail] !== undefined) return definitions[detail];
      throw noSuchType(detail, definitions, path);
    case 'json':
      if (typeof detail === 'string' && mayBeName(detail)) {
        return { kind, name: detail, shortName: shortTypeName(detail) };
      }
      throw bad([...path, kind], `${JSON.stringify(detail)} is no name: it must be visible text`);
    case 'optional':
      return { kind, wrapped: read(detail) };
    case 'dictionary':
      if (!Array.isArray(detail) || detail.length !== 2) {
        throw bad(path, 'a dictionary has a type of keys and one of values');
      }
      return {
        kind,
        key: read(detail[0], [...place, 'Index 0']),
        value: read(detail[1], [...place, 'Index 1']),
      };
    case 'tuple':
      return { kind, fields: readFields(detail, read, place) };
    default:
      return { kind, element: read(detail) };
  }
}
