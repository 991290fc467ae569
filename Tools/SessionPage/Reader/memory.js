import { Fault, badValue } from './errors.js';

const valueSize = 32;
const containerSize = 48;
const pairSize = 48;
const valuesPerByte = 64;
const minValues = 4096;
const minMemory = 8 * 2 ** 20;
const memoryPerByte = 256;
// Lower than the program's limit, although texts cost more: a page must respond quickly.
const minMoves = 8 * 2 ** 30;
const movesPerByte = 64 * 1024;
const costOfText = 4;

/**
 * A limit on the memory for the values of a log, since a few bytes can represent very many values.
 *
 * The sizes are those of the program's own reader, so that both reject the same logs.
 */
export class Memory {
  /** Creates a budget of `limit` bytes in total. */
  constructor(limit = minMemory) {
    this.limit = limit;
    this.left = limit;
    this.movable = Infinity;
    this.values = 0;
  }

  /** Returns the budget for the state at the start of a block with a length in the file. */
  static ofKeyframe(memberLength) {
    return new Memory(minMemory + memoryPerByte * memberLength);
  }

  /** Returns a budget without limits, for values that were read before. */
  static unlimited() {
    return new Memory(Infinity);
  }

  /** Starts a value or a change with a length in bytes. */
  begin(bytes) {
    this.values = Math.max(bytes * valuesPerByte, minValues);
  }

  value(offset) {
    if (this.values <= 0) {
      throw badValue('value', 'its types hold far more values than bytes', offset);
    }
    this.values -= 1;
    this.take(valueSize, offset);
  }

  /** Counts the elements of a value before the first of them is read. */
  container(count, offset) {
    if (count === 0) return;
    this.take(containerSize, offset);
    if (count > Math.floor(this.left / valueSize)) throw this.tooLarge(offset);
  }

  /** Counts the bytes that a change moves within a large value. */
  move(bytes, offset) {
    if (bytes > this.movable) {
      throw new Fault(`the change at byte ${offset} is one of very many that move a large list or `
        + 'text, which takes too long without the app\'s types; the app itself may still replay '
        + 'them');
    }
    this.movable -= bytes;
  }

  /** Counts the bytes of a text, which a change copies completely. */
  moveText(bytes, offset) {
    this.move(bytes * costOfText, offset);
  }

  /** Counts the elements of a list that a change moves. */
  moveElements(count, offset) {
    this.move(count * valueSize, offset);
  }

  /** Counts the pairs of a dictionary that a change moves. */
  movePairs(count, offset) {
    this.move(count * pairSize, offset);
  }

  take(bytes, offset) {
    if (bytes > this.left) throw this.tooLarge(offset);
    this.left -= bytes;
  }

  tooLarge(offset) {
    return new Fault(`the values before byte ${offset} take more than `
      + `${Math.floor(this.limit / 2 ** 20)} MiB of memory when they are read without the app's `
      + 'types; the app itself may still replay them');
  }
}

/** A limit on the memory of a state while the steps of a log change it. */
export class StateMemory {
  constructor() {
    this.left = new Memory(minMemory);
    this.left.movable = minMoves;
    this.minLeft = minMemory / 2;
  }

  /** Adds the budget for the changes of the next block. */
  read(memberLength) {
    this.left.movable += movesPerByte * memberLength;
  }

  /** Restarts with the remaining budget of a state. */
  begin(memory) {
    memory.movable = this.left.movable;
    this.left = memory;
    this.minLeft = Math.floor(memory.left / 2);
  }

  /** Continues with a block without a keyframe. */
  extend(memberLength) {
    this.left.limit += memoryPerByte * memberLength;
    this.left.left += memoryPerByte * memberLength;
  }

  /** Returns the budget of the next change, after measuring the state if little is left. */
  forChange(state) {
    if (this.left.left < this.minLeft) {
      const memory = new Memory(this.left.limit);
      memory.left -= sizeOf(state);
      this.begin(memory);
    }
    return this.left;
  }
}

/** Returns the approximate size of a value in the program's own reader, in bytes. */
function sizeOf(value) {
  if (value === null || typeof value !== 'object') return valueSize;
  let parts = 0;
  if (value.pairs !== undefined) {
    for (const pair of value.pairs) parts += sizeOf(pair.key) + sizeOf(pair.value);
  } else if (value.some !== undefined) {
    parts = sizeOf(value.some);
  } else {
    const list = value.payload === undefined ? value : value.payload;
    if (Array.isArray(list)) for (const part of list) parts += sizeOf(part);
  }
  return valueSize + (parts > 0 ? containerSize + parts : 0);
}
