import { ByteReader } from './bytes.js';
import { Memory } from './memory.js';
import { StateWalk } from './statewalk.js';
import { readValue } from './values.js';

const firstInterval = 64;
const maxCopied = 8 * 2 ** 20;

/** The states of a log: checkpoints, and the steps from each of them to other states. */
export class States {
  /** Creates an empty list of states. Blocks are added with `add`. */
  constructor(header, timeline) {
    this.header = header;
    this.timeline = timeline;
    this.blocks = [];
    this.checkpoints = [];
    this.interval = firstInterval;
    this.copied = 0;
    this.tail = new StateWalk(this, undefined, true);
    this.near = null;
  }

  /** Adds a block whose steps are in the timeline, and checks its states. */
  add(entry) {
    this.blocks.push(entry);
    this.tail.enterBlock();
    this.keep(true);
    while (this.tail.isInBlock) {
      this.tail.step();
      if (this.tail.index % this.interval === 0) this.keep(false);
    }
  }

  /** Stores the current state as a checkpoint. States that differ much have fewer checkpoints. */
  keep(isBlock) {
    const { changer } = this.tail;
    if (isBlock && this.blocks.length > 1 && this.tail.index % this.interval !== 0
      && this.tail.state === this.lastKept) return;
    this.copied += changer.copied;
    changer.copied = 0;
    this.checkpoints.push(this.tail.checkpoint);
    this.lastKept = this.tail.state;
    if (this.copied <= maxCopied) return;
    this.checkpoints = this.checkpoints.filter((_, index) => index % 2 === 0);
    this.interval *= 2;
    this.copied = Math.floor(this.copied / 2);
  }

  /** Returns a walk at the end of a step, whose states are not changed afterwards. */
  walkTo(number) {
    const target = this.timeline.index(number) + 1;
    const walk = new StateWalk(this, this.checkpointBefore(target));
    while (walk.index < target) {
      if (walk.isInBlock) walk.step();
      else walk.enterBlock();
    }
    this.near = walk.checkpoint;
    return walk;
  }

  /** Returns the last checkpoint that follows fewer than `target` steps. */
  checkpointBefore(target) {
    let [low, high] = [1, this.checkpoints.length];
    while (low < high) {
      const middle = low + high >> 1;
      // A checkpoint with the same number may follow a gap.
      if (this.checkpoints[middle].index < target) low = middle + 1;
      else high = middle;
    }
    const found = this.checkpoints[low - 1];
    const { near } = this;
    const isNearer = near !== null && near.index <= target && near.index >= found.index
      && this.blocks[near.block].startIndex < target;
    return isNearer ? near : found;
  }

  /** Enters the blocks that start right after a step, for the states at their starts. */
  enterNext(walk, number) {
    while (walk.hasBlock && !walk.isInBlock
      && this.blocks[walk.block + 1].firstStep === number + 1) walk.enterBlock();
  }

  /** Returns the state after a step, or `undefined` if it is unknown. */
  after(number) {
    const walk = this.before(number + 1);
    return walk !== null && walk.known ? walk.state : undefined;
  }

  /** Returns a walk before a step, or `null` if the log lacks the preceding steps. */
  before(number) {
    const previous = number - 1;
    if (this.timeline.index(previous) >= 0) {
      const walk = this.walkTo(previous);
      this.enterNext(walk, previous);
      return walk;
    }
    const block = this.blocks.findIndex(
      (entry) => entry.firstStep === number && entry.content.keyframe !== null);
    if (block < 0) return null;
    const walk = new StateWalk(this, {
      block: block - 1, index: this.blocks[block].startIndex, state: null, known: false,
    });
    this.enterNext(walk, previous);
    return walk;
  }

  /**
   * Returns the last keyframe before a step: the number of its first step, its state, and the
   * further parts by their offsets.
   */
  keyframeBefore(number) {
    const { firstStep, payload, content } = this.blocks.findLast(
      (entry) => entry.content.keyframe !== null && entry.firstStep <= number);
    const { keyframe, supplement } = content;
    const state = readValue(
      new ByteReader(payload, keyframe.start, keyframe.end), this.header.state, Memory.unlimited());
    return { start: firstStep, state, parts: partsByOffset(payload, supplement) };
  }

  /** Returns the states around a step, `{ old, new }`, or `null` if one is unknown. */
  transition(number) {
    const walk = this.before(number);
    if (walk === null || !walk.known || !walk.isInBlock) return null;
    const old = walk.state;
    walk.step();
    return walk.known ? { old, new: walk.state } : null;
  }
}

/** Returns the parts that a keyframe stores in addition to its state, by their offsets. */
function partsByOffset(payload, { start, end }) {
  const reader = new ByteReader(payload, start, end);
  const parts = new Map();
  try {
    while (!reader.isAtEnd) {
      const offset = reader.varint();
      const bytes = reader.take(reader.varint());
      if (parts.has(offset)) parts.get(offset).push(bytes);
      else parts.set(offset, [bytes]);
    }
  } catch (error) {
    return new Map();
  }
  return parts;
}
