/** What a person is told of a log that cannot be read: what is wrong, where, and what to do. */
export class LogError extends Error {
  /** `details` may hold the facts behind the message, such as `kind` and `wholeSteps`. */
  constructor(message, details = {}) {
    super(message);
    this.name = 'LogError';
    Object.assign(this, details);
  }
}

/** A clause that says what is wrong with bytes: a member, a block, or a value in it. */
export class Fault extends Error {
  /** `kind` tells apart what readers treat differently: `unfinished`, `truncated` or nothing. */
  constructor(message, kind = '') {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
  }
}

/** The fault of a value that the schema cannot have at an offset of its payload. */
export function badValue(type, description, offset) {
  return new Fault(`the value at byte ${offset} is not a valid ${type}: ${description}`);
}

/** The fault of a change that does not fit the value to which it is applied. */
export function misfit(description, offset) {
  return new Fault(`the change at byte ${offset} does not fit the state before it: ${description}`);
}

/** The fault of bytes that nothing explains. */
export function trailingBytes(count) {
  return new Fault(`${count} bytes are left after its last step`);
}
