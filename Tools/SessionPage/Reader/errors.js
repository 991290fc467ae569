/**
 * An error for the user about a log that cannot be read: the fault, its location and the remedy.
 */
export class LogError extends Error {
  /** `details` may contain the facts of the message, such as `kind` and `wholeSteps`. */
  constructor(message, details = {}) {
    super(message);
    this.name = 'LogError';
    Object.assign(this, details);
  }
}

/** A clause about invalid bytes: a member, a block, or a value in it. */
export class Fault extends Error {
  /** `kind` is `unfinished`, `truncated` or empty, which readers treat differently. */
  constructor(message, kind = '') {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
  }
}

/** Returns the fault of a value that does not match the schema, at an offset of its payload. */
export function badValue(type, description, offset) {
  return new Fault(`the value at byte ${offset} is not a valid ${type}: ${description}`);
}

/** Returns the fault of a change that does not fit its value. */
export function misfit(description, offset) {
  return new Fault(`the change at byte ${offset} does not fit the state before it: ${description}`);
}

/** Returns the fault of bytes without a specific explanation. */
export function trailingBytes(count) {
  return new Fault(`${count} bytes are left after its last step`);
}
