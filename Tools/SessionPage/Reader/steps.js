import {
  actionFeature, actionName, actionText, compactActionText,
} from './actiontext.js';
import { stepFlags } from './blocks.js';
import { effectText } from './effects.js';
import { Memory } from './memory.js';
import { readReads, readRow } from './rows.js';
import { valueText } from './text.js';

const outsideText = 'shared state changed from outside';

/** A step that was lost before the log was recovered. */
export class LostStep {
  constructor(number) {
    Object.assign(this, {
      number, kind: 'lost', name: '', feature: null, mark: null,
      action: 'lost before the log was recovered',
      wholeAction: 'lost before the log was recovered',
      startedBy: null, cause: number, elapsed: 0, time: 0, effect: null, reads: [],
      unfinished: false, changesState: false, calls: [],
    });
  }
}

/** A step. The parts that a list does not show are read on demand. */
export class Step {
  constructor(session, number, index) {
    this.session = session;
    this.number = number;
    this.index = index;
  }

  get flags() {
    return this.session.timeline.flags(this.index);
  }

  get block() {
    const { timeline } = this.session;
    return timeline.chunks[timeline.chunk[this.index]].block;
  }

  /** The kind of the step: `action`, `outside`, `mark` or `lost`. */
  get kind() {
    const { flags } = this;
    if (flags & stepFlags.mark) return 'mark';
    return flags & stepFlags.outside ? 'outside' : 'action';
  }

  get content() {
    const { timeline, header } = this.session;
    const { rows, row } = timeline.row(this.index);
    return readRow(rows, row, this.block.payload, header, Memory.unlimited());
  }

  /** The compact text of the action, as `show` prints it, or the text in its place. */
  get action() {
    const { kind, session } = this;
    if (kind === 'outside') return outsideText;
    return session.textOf(session.timeline.rowNumber(this.index), () => {
      const { action } = this.content;
      return kind === 'mark' ? `mark: ${action}`
        : compactActionText(action, session.header.action);
    });
  }

  /** The action with all its cases, or the text in its place. */
  get wholeAction() {
    if (this.kind !== 'action') return this.action;
    const { session } = this;
    // Rows have numbers from 0 on, so the text has a key of its own.
    return session.textOf(~session.timeline.rowNumber(this.index),
      () => actionText(this.content.action, session.header.action));
  }

  /** The names of the action's cases, without values. */
  get name() {
    if (this.kind !== 'action') return '';
    return actionName(this.content.action, this.session.header.action);
  }

  /** The feature that declares the action, or `null` if its type does not show one. */
  get feature() {
    if (this.kind !== 'action') return null;
    return actionFeature(this.content.action, this.session.header.action);
  }

  /** The text of a mark. */
  get mark() {
    return this.kind === 'mark' ? this.content.action : null;
  }

  /** The step that started the effect which sent the action, or `null` if the user sent it. */
  get startedBy() {
    return this.session.timeline.startedBy[this.index] || null;
  }

  /** The step that started the chain of effects. */
  get cause() {
    return this.session.timeline.cause[this.index];
  }

  /** The milliseconds since the previous step. */
  get elapsed() {
    return this.session.timeline.elapsed[this.index];
  }

  /** The milliseconds since the first step. */
  get time() {
    return this.session.timeline.time[this.index];
  }

  /** The effect that the reducer returned, as written in code, or `null` if there is none. */
  get effect() {
    if ((this.flags & stepFlags.effect) === 0) return null;
    const { header } = this.session;
    const text = effectText(
      this.content.effect, header, (action) => compactActionText(action, header.action));
    return text === 'none' ? null : text;
  }

  /** The reads of the reducer: `[{ name, value }]`. */
  get reads() {
    return this.readValues.map(({ name, type, value }) => (
      { name, value: valueText(value, type) }));
  }

  /** The reads of the reducer before their values are text: `[{ name, type, value }]`. */
  get readValues() {
    const { timeline, header } = this.session;
    const read = timeline.read[this.index];
    if (read < 0) return [];
    const { chunk, block } = timeline.chunks[timeline.chunk[this.index]];
    const [start, end] = [chunk.reads[2 * read], chunk.reads[2 * read + 1]];
    const reads = readReads(block.payload, start, end, header, Memory.unlimited);
    return reads.map(({ index, value }) => ({ ...header.draws[index], value }));
  }

  /** The calls of the effects that the reducer returned. */
  get calls() {
    return this.session.callsOf(this.number);
  }

  /** Whether the app ended while it was reducing the action. */
  get unfinished() {
    return (this.flags & stepFlags.unfinished) !== 0;
  }

  /** Whether the step changed the state. */
  get changesState() {
    return (this.flags & stepFlags.change) !== 0;
  }
}
