import { Fault, badValue } from './errors.js';

const valueSize = 32;
const containerSize = 48;
const pairSize = 48;
const valuesPerByte = 64;
const leastValues = 4096;
const leastMemory = 8 * 2 ** 20;
const memoryPerByte = 256;
// Less than the program allows, and texts cost more: a page must answer soon.
const leastMoves = 8 * 2 ** 30;
const movesPerByte = 64 * 1024;
const costOfText = 4;

/**
 * Bounds what the values of a log may take: a few bytes of a file can stand for very many values.
 *
 * The sizes are those of the program's own reader, so that both refuse the same logs.
 */
export class Memory {
  /** Allows so many bytes in all. */
  constructor(limit = leastMemory) {
    this.limit = limit;
    this.left = limit;
    this.movable = Infinity;
    this.values = 0;
  }

  /** What the state may take with which a block of a length in the file begins. */
  static ofKeyframe(memberLength) {
    return new Memory(leastMemory + memoryPerByte * memberLength);
  }

  /** Without limits, for what was read before. */
  static unlimited() {
    return new Memory(Infinity);
  }

  /** Begins a value or a change of so many bytes. */
  begin(bytes) {
    this.values = Math.max(bytes * valuesPerByte, leastValues);
  }

  /** Notes one more value. */
  value(offset) {
    if (this.values <= 0) {
      throw badValue('value', 'its types hold far more values than bytes', offset);
    }
    this.values -= 1;
    this.take(valueSize, offset);
  }

  /** Notes a value that holds so many others, before the first of them is read. */
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

  /** Counts the bytes of a text, all of which a change copies. */
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

/** Bounds the memory of a state as the steps of a log change it. */
export class StateMemory {
  constructor() {
    this.left = new Memory(leastMemory);
    this.left.movable = leastMoves;
    this.leastLeft = leastMemory / 2;
  }

  /** Notes that the changes of a block come next. */
  read(memberLength) {
    this.left.movable += movesPerByte * memberLength;
  }

  /** Begins anew with what a state has left. */
  begin(memory) {
    memory.movable = this.left.movable;
    this.left = memory;
    this.leastLeft = Math.floor(memory.left / 2);
  }

  /** Goes on to a block without a keyframe. */
  goOn(memberLength) {
    this.left.limit += memoryPerByte * memberLength;
    this.left.left += memoryPerByte * memberLength;
  }

  /** The budget of the next change; the state is measured where little seems to be left. */
  forChange(state) {
    if (this.left.left < this.leastLeft) {
      const memory = new Memory(this.left.limit);
      memory.left -= sizeOf(state);
      this.begin(memory);
    }
    return this.left;
  }
}

/** About what a value takes in the program's own reader, in bytes. */
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
