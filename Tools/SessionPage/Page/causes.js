/**
 * The cause and the consequences of each step, found once for a session and extended as it grows.
 */
export class CauseIndex {
  constructor(session) {
    this.session = session;
    // The start of the session is not a step.
    this.known = 1;
    this.led = new Map();
  }

  /**
   * Examines the rows of all steps until they are known or time is up. Returns whether they are
   * known.
   */
  advance(rows, milliseconds, now) {
    const end = now() + milliseconds;
    while (this.known < rows.length) {
      const number = rows.at(this.known);
      const { startedBy } = this.session.step(number);
      if (startedBy) this.note(startedBy, number);
      this.known += 1;
      if (this.known % 256 === 0 && now() >= end) return this.known >= rows.length;
    }
    return true;
  }

  note(from, to) {
    const list = this.led.get(from);
    if (list) list.push(to);
    else this.led.set(from, [to]);
  }

  /** Returns the steps that the effects of a step sent directly, in order. */
  children(number) {
    return this.led.get(number) || [];
  }

  /** Returns the consequences of a step in order, up to a maximum number. */
  descendants(number, limit) {
    const found = [];
    const waiting = [...this.children(number)];
    while (waiting.length > 0 && found.length < limit) {
      const next = waiting.shift();
      found.push(next);
      waiting.push(...this.children(next));
    }
    return found.sort((a, b) => a - b);
  }
}

/**
 * Returns the steps that led to a step, from the one that the user or the app sent to the step
 * itself.
 */
export function causeChain(session, number, limit) {
  const chain = [number];
  let step = session.step(number);
  while (step && step.startedBy && chain.length < limit) {
    chain.unshift(step.startedBy);
    step = session.step(step.startedBy);
  }
  return chain;
}
