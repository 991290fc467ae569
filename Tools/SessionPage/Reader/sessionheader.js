import {
  asFlag, asInteger, asList, asObject, asText, badHeader, optionalValue, requiredValue,
} from './headerjson.js';
import { Schema } from './schema.js';

const levels = ['effects', 'steps', 'actions'];

/**
 * The header of a session in the form that the reader uses, with types in place of references.
 *
 * Keys are read in the same order as in the program, so that both find the same fault.
 */
export function sessionHeader(json) {
  const text = (key) => asText(requiredValue(json, key, []), [key]);
  const texts = (value, path) => asList(value, path, asText);
  const header = {
    version: json.version,
    requires: texts(requiredValue(json, 'requires', []), ['requires']),
    optional: texts(requiredValue(json, 'optional', []), ['optional']),
    context: optionalValue(json, 'context', [], contextOf, null),
    app: text('app'),
    appVersion: text('appVersion'),
    build: text('build'),
    schemaVersion: optionalValue(json, 'schemaVersion', [], asInteger, 1),
    recorded: text('recorded'),
    level: levelOf(text('level')),
  };
  const schema = new Schema(requiredValue(json, 'schema', []), ['schema']);
  const type = (value, path) => schema.type(value, path);
  Object.assign(header, {
    types: schema.types,
    state: type(requiredValue(json, 'state', []), ['state']),
    action: type(requiredValue(json, 'action', []), ['action']),
    redacted: optionalValue(json, 'redacted', [], texts, []),
    shared: optionalValue(json, 'shared', [], (value, path) => (
      asList(value, path, (item, at) => sharedFieldOf(item, at, type))), []),
    supplements: optionalValue(
      json, 'supplements', [], (value, path) => asList(value, path, type), []),
    endpoints: optionalValue(json, 'endpoints', [], (value, path) => (
      asList(value, path, (item, at) => endpointOf(item, at, type))), []),
    draws: asList(requiredValue(json, 'draws', []), ['draws'], (item, path) => {
      const draw = asObject(item, path);
      return {
        name: asText(requiredValue(draw, 'name', path), [...path, 'name']),
        type: type(requiredValue(draw, 'type', path), [...path, 'type']),
      };
    }),
  });
  schema.checkReferences();
  return Object.assign(header, {
    hasPartDigests: header.requires.includes('partDigests'),
    // Whether steps contain exact changes of the state.
    hasChanges: header.level !== 'actions',
    hasCalls: header.requires.includes('calls'),
    hasMarks: header.requires.includes('marks'),
    hasSharedState: header.requires.includes('sharedState'),
    hasActionReferences: header.requires.includes('actionReferences'),
    hasStrayCalls: header.requires.includes('interruptions'),
    startsLater: header.requires.includes('laterStart'),
  });
}

/** Reads an endpoint whose calls are in the log. `type` reads a reference to a type. */
function endpointOf(value, path, type) {
  const endpoint = asObject(value, path);
  return {
    name: asText(requiredValue(endpoint, 'name', path), [...path, 'name']),
    key: optionalValue(endpoint, 'key', path, asText, null),
    client: optionalValue(endpoint, 'client', path, asText, null),
    arguments: asList(requiredValue(endpoint, 'arguments', path), [...path, 'arguments'], type),
    answer: optionalValue(endpoint, 'answer', path, type, null),
    isStream: asFlag(requiredValue(endpoint, 'isStream', path), [...path, 'isStream']),
    failure: optionalValue(endpoint, 'failure', path, type, null),
  };
}

/** Reads a field that refers to a shared value: the type that has it, its name, and its type. */
function sharedFieldOf(value, path, type) {
  const field = asObject(value, path);
  return {
    owner: asInteger(requiredValue(field, 'in', path), [...path, 'in']),
    name: asText(requiredValue(field, 'name', path), [...path, 'name']),
    type: type(requiredValue(field, 'type', path), [...path, 'type']),
  };
}

function contextOf(value, path) {
  const context = asObject(value, path);
  for (const key of Object.keys(context)) asText(context[key], [...path, key]);
  return context;
}

function levelOf(level) {
  if (levels.includes(level)) return level;
  throw badHeader(
    ['level'], `Cannot initialize RecordingLevel from invalid String value ${level}`);
}
