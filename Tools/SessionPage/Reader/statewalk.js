import { ByteReader } from './bytes.js';
import { stepFlags } from './blocks.js';
import { Changer } from './changes.js';
import { EffectBudget } from './effects.js';
import { Fault, trailingBytes } from './errors.js';
import { Memory, StateMemory } from './memory.js';
import { readReads, readRow } from './rows.js';
import { isSame, readValue } from './values.js';

const minExpansion = 1 << 20;
const maxKeyframes = 8;
const digestedText = 8;
const beginning = { block: -1, index: 0, state: null, known: false };

/**
 * A walk through the blocks of a log, step by step, with the current state.
 *
 * The first walk checks everything that a log claims, with the limits of the program's own reader.
 * Later walks do only what is necessary to restore a state.
 */
export class StateWalk {
  /** Starts at a checkpoint or before the first block. `checks` marks the first walk. */
  constructor(log, checkpoint = beginning, checks = false) {
    this.log = log;
    this.block = checkpoint.block;
    this.index = checkpoint.index;
    this.state = checkpoint.state;
    this.known = checkpoint.known;
    this.checks = checks;
    this.changer = new Changer();
    this.stateMemory = new StateMemory();
    this.expansionLeft = 0;
    this.chunk = -1;
    /** Whether a block could not be entered. */
    this.isEntering = false;
  }

  /** The position. A different walk can start there. */
  get checkpoint() {
    this.changer.publish();
    return { block: this.block, index: this.index, state: this.state, known: this.known };
  }

  /** Whether the current block has a next step. */
  get isInBlock() {
    return this.block >= 0 && this.index < this.log.blocks[this.block].endIndex;
  }

  /** Whether the log has a next block. */
  get hasBlock() {
    return this.block + 1 < this.log.blocks.length;
  }

  /** Enters the next block, and reads the state at its start. */
  enterBlock() {
    this.isEntering = true;
    this.block += 1;
    this.chunk = -1;
    const entry = this.log.blocks[this.block];
    const { content } = entry;
    if (this.checks) this.checkExpansion(content, entry);
    if (content.keyframe === null) {
      if (this.block === 0) throw new Fault('it has no state to begin with');
      this.stateMemory.extend(entry.memberLength);
    } else if (!(entry.keyframeIsKnown && this.known)) {
      this.takeKeyframe(entry);
    }
    this.isEntering = false;
  }

  takeKeyframe(entry) {
    const { start, end } = entry.content.keyframe;
    const memory = this.checks ? Memory.ofKeyframe(entry.memberLength) : Memory.unlimited();
    const reader = new ByteReader(entry.payload, start, end);
    const { header } = this.log;
    const state = readValue(reader, header.state, memory);
    if (!reader.isAtEnd) throw trailingBytes(reader.remaining);
    if (this.checks) this.stateMemory.begin(memory);
    const isNext = this.known && !entry.followsGap;
    if (isNext && isSame(state, this.state)) {
      // The current state shares its parts with earlier states.
      entry.keyframeIsKnown = true;
      return;
    }
    const mayDiffer = !header.hasChanges || header.redacted.length > 0;
    if (isNext && !mayDiffer) {
      throw new Fault('its state is not the one that the steps before it led to');
    }
    this.changer.copied += end - start;
    this.state = state;
    this.known = true;
  }

  checkExpansion(content, entry) {
    const { keyframe } = content;
    if (keyframe !== null) {
      this.expansionLeft = minExpansion + maxKeyframes * (keyframe.end - keyframe.start);
    }
    this.expansionLeft += entry.payload.length - content.length;
    if (this.expansionLeft < 0) {
      throw new Fault(`its steps come to ${content.length} bytes, and the state should have been `
        + 'written again before');
    }
    this.stateMemory.read(entry.memberLength);
  }

  /** Applies the change of the next step in the block. */
  step() {
    const { timeline, header } = this.log;
    const { rows, row } = timeline.row(this.index);
    const { payload } = this.log.blocks[this.block];
    if (this.checks) this.checkStep(rows, row, payload);
    if (rows.change[row] > 0) this.change(payload, rows.change[row], rows.end[row]);
    if (!header.hasChanges || rows.flags[row] & stepFlags.unfinished) this.known = false;
    this.index += 1;
  }

  change(payload, start, end) {
    if (!this.log.header.hasChanges) {
      this.known = false;
      return;
    }
    const reader = new ByteReader(payload, start, end);
    const memory = this.checks ? this.stateMemory.forChange(this.state) : Memory.unlimited();
    this.changer.copied += Math.floor((end - start) / digestedText);
    this.state = this.changer.applied(reader, this.state, this.log.header.state, memory);
    if (!reader.isAtEnd) throw trailingBytes(reader.remaining);
  }

  /** Reads the parts that only texts need, to check that they can be read. */
  checkStep(rows, row, payload) {
    const { timeline, header } = this.log;
    const chunk = timeline.chunk[this.index];
    if (chunk !== this.chunk) {
      this.chunk = chunk;
      this.rowMemory = Memory.ofKeyframe(this.log.blocks[this.block].memberLength);
      this.effects = new EffectBudget();
    }
    if (rows.isChecked[row] === 0) {
      if (this.rowMemory.left < this.rowMemory.limit / 2) {
        this.rowMemory = new Memory(this.rowMemory.limit);
        this.effects = new EffectBudget();
      }
      const { change } = readRow(rows, row, payload, header, this.rowMemory, this.effects);
      rows.change[row] = change;
      rows.isChecked[row] = 1;
    }
    const read = timeline.read[this.index];
    if (read < 0) return;
    const { reads } = timeline.chunks[chunk].chunk;
    readReads(payload, reads[2 * read], reads[2 * read + 1], header, () => new Memory());
  }
}
