import {
  asInteger, asList, asObject, asText, badHeader, optionalValue, requiredValue,
} from './headerjson.js';
import { Schema } from './schema.js';

const levels = ['steps', 'actions'];

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
    supplements: optionalValue(
      json, 'supplements', [], (value, path) => asList(value, path, type), []),
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
    hasMarks: header.requires.includes('marks'),
    hasSharedState: header.requires.includes('sharedState'),
    startsLater: header.requires.includes('laterStart'),
  });
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
