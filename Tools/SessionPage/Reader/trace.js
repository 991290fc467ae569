import { StateWalk } from './statewalk.js';
import { parsePath } from './paths.js';
import { valueText } from './text.js';
import { isSame } from './values.js';

/** The history of a value: the steps that changed the value at a path, in order. */
export class Trace {
  constructor(session, path) {
    this.session = session;
    this.path = parsePath(path, session.header.state);
    /** `{ number, old, new }` with texts, or `null` for a missing value. */
    this.changes = [];
    this.walk = null;
    this.value = undefined;
  }

  /** Reads the steps that were added since the last call. */
  extend() {
    const { session } = this;
    if (!session.hasStates || session.states.blocks.length === 0) return;
    if (this.walk === null) {
      this.walk = new StateWalk(session.states);
      this.walk.enterBlock();
      this.value = this.read();
    }
    const { walk } = this;
    for (;;) {
      if (walk.isInBlock) {
        const index = walk.index;
        const state = walk.state;
        walk.changer.publish();
        walk.step();
        if (walk.known && walk.state !== state) this.look(() => session.timeline.number(index));
      } else if (walk.hasBlock) {
        walk.enterBlock();
        this.look(() => session.states.blocks[walk.block].firstStep - 1);
      } else {
        return;
      }
    }
  }

  read() {
    return this.walk.known ? this.path.value(this.walk.state) : this.value;
  }

  look(number) {
    const now = this.read();
    if (now === this.value && typeof now !== 'number') return;
    if (isSame(now, this.value)) {
      this.value = now;
      return;
    }
    const text = (value) => (value === undefined ? null : valueText(value, this.path.type));
    this.changes.push({ number: number(), old: text(this.value), new: text(now) });
    this.value = now;
  }

  /** Returns the first change after a step. */
  next(number) {
    const index = this.firstBehind(number);
    return index < this.changes.length ? this.changes[index].number : null;
  }

  /** Returns the last change before a step. */
  previous(number) {
    const index = this.firstBehind(number - 1) - 1;
    return index >= 0 ? this.changes[index].number : null;
  }

  firstBehind(number) {
    let [low, high] = [0, this.changes.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (this.changes[middle].number <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
