import { parsePath } from '../Reader/paths.js';
import { valueText } from '../Reader/text.js';

/** Returns whether a session's state may have a value at a path. null selects no value. */
export function isPath(session, path) {
  if (path === null || session === null) return true;
  try {
    parsePath(path, session.header.state);
    return true;
  } catch (error) {
    return false;
  }
}

/** Returns the text of the value at a path after a step, or null if there is none. */
export function textAtPath(session, path, number) {
  const state = session.state(number);
  if (state === null) return null;
  const place = parsePath(path, session.header.state);
  const value = place.value(state);
  return value === undefined ? null : valueText(value, place.type);
}
