import { readBlock, stepFlags, unfinishedBeforeEnd } from './blocks.js';
import { CallLog } from './calls.js';
import { badBlockOf, blockName, damageOf } from './damage.js';
import { differences, differenceText } from './comparison.js';
import { Fault, LogError } from './errors.js';
import { readHeader } from './header.js';
import { jsonText } from './json.js';
import { readMember, readPayload, withoutPadding } from './members.js';
import { childrenOf, outlineOf } from './outline.js';
import { checkHeaderCopy, indexedMembers, readListedBlock, scanMembers } from './scan.js';
import { SharedTypes, knownReferences } from './references.js';
import { markShared } from './sharing.js';
import { States } from './states.js';
import { LostStep, Step } from './steps.js';
import { Timeline } from './timeline.js';
import { parsePath } from './paths.js';
import { Trace } from './trace.js';

const maxPayload = 256 * 2 ** 20;
const maxStepsOfPage = 4e6;
const maxText = 64 * 2 ** 20;

/**
 * Opens a log from the bytes of a file that is whole, damaged, or still being written.
 *
 * Throws a `LogError` if nothing can be shown, with the message that `replay` prints for the file.
 * `name` is the path of the log in the remedy of such a message. With `isGrowing`, more blocks will
 * be appended, so that the missing end of the log is not damage.
 */
export async function openSession(file, { name = 'session.reprise', isGrowing = false } = {}) {
  const bytes = withoutPadding(file);
  const { header, length, binding } = await readHeader(bytes);
  const list = await indexedMembers(bytes, length, header, binding)
    || await scanMembers(bytes, length, header, binding);
  const session = new Session(name, header, binding);
  session.follow = list.count;
  for (const block of list.blocks) {
    const isLast = block === list.blocks[list.blocks.length - 1];
    if (!await session.readBlock(bytes, block, isLast)) break;
  }
  if (session.damage === null) {
    const damage = list.damage || await copyDamage(session, bytes, list.blocks, length);
    const isExpected = isGrowing && damage !== null && damage.fault.kind === 'unfinished';
    if (damage !== null && !isExpected) session.noteDamage(damage);
  }
  if (session.damage !== null && session.states.blocks.length === 0
    && session.damage.kind !== 'unfinished') {
    throw new LogError(session.damage.message, { kind: 'damaged' });
  }
  return session;
}

/** Returns the damage of the copy of the header after the blocks, or `null` if it is whole. */
async function copyDamage(session, bytes, blocks, start) {
  const copy = await checkHeaderCopy(bytes, blocks, start, session.binding);
  return copy === null ? null : { ...copy, wholeSteps: session.count };
}

/** An open log: its steps, and the state after each. */
export class Session {
  constructor(name, header, binding) {
    this.name = name;
    this.header = header;
    this.damage = null;
    this.hasStates = header.hasChanges;
    this.start = 0;
    this.binding = binding;
    this.follow = null;
    this.timeline = new Timeline();
    this.states = new States(header, this.timeline);
    this.calls = new CallLog(header, this.timeline);
    this.payloadLength = 0;
    this.texts = new Map();
    this.textLength = 0;
    this.traces = new Map();
    this.adding = Promise.resolve();
  }

  /** The number of the last step. */
  get last() {
    return this.timeline.count === 0 ? this.start : this.timeline.last;
  }

  /** The number of steps in the log, excluding lost ones. */
  get count() {
    return this.timeline.count;
  }

  /** The steps that were lost before the log was recovered, as `{ first, last }`. */
  get gaps() {
    const gaps = [];
    let next = this.start + 1;
    this.timeline.runs.forEach((run, index) => {
      if (run.number > next) gaps.push({ first: next, last: run.number - 1 });
      const runs = this.timeline.runs;
      const end = index + 1 < runs.length ? runs[index + 1].index : this.count;
      next = run.number + end - run.index;
    });
    return gaps;
  }

  /** Stores the damage after the readable steps. */
  noteDamage({ fault, part, offset, wholeSteps }) {
    this.damage = damageOf(fault, { part, offset, wholeSteps, path: this.name });
  }

  /** Reads a block of the list, and returns whether the next one can be read. */
  async readBlock(bytes, listed, isLast) {
    let found;
    try {
      found = await readListedBlock(bytes, listed, this.binding);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.noteDamage({
        fault: error, part: blockName(listed.number), offset: listed.offset,
        wholeSteps: listed.position - 1 - listed.missing,
      });
      return false;
    }
    return this.take(found.payload, listed, isLast);
  }

  take(payload, member, isLast = true) {
    const { timeline, states } = this;
    const count = timeline.count;
    const blocks = states.blocks.length;
    try {
      this.payloadLength += payload.length;
      const isTooLong = this.payloadLength > maxPayload
        || count + member.steps > maxStepsOfPage;
      if (isTooLong) throw tooLong();
      if (this.endsUnfinished) throw unfinishedBeforeEnd();
      if (blocks === 0) this.start = this.follow.start;
      this.addBlock(payload, member, isLast);
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.leaveOut(count, blocks);
      this.damage = badBlockOf(error, {
        block: member.number, offset: member.offset, wholeSteps: this.count,
      });
      return false;
    }
  }

  addBlock(payload, member, isLast) {
    const { timeline, states, header } = this;
    const content = readBlock(payload, member, header);
    if (content.endsUnfinished && !isLast) throw unfinishedBeforeEnd();
    content.payload = payload;
    const startIndex = timeline.count;
    const entry = {
      content, payload, startIndex,
      firstStep: member.position,
      endIndex: startIndex,
      memberLength: member.length,
      followsGap: (member.flags & 2) !== 0,
      keyframeIsKnown: false,
    };
    let fault = null;
    try {
      timeline.add(content, member.position);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    entry.endIndex = timeline.count;
    this.endsUnfinished = content.endsUnfinished;
    states.add(entry);
    if (fault !== null) throw fault;
    this.calls.add(entry, entry.followsGap || this.start > 0);
  }

  /** Removes the steps that cannot be read. */
  leaveOut(count, blocks) {
    const { timeline, states } = this;
    const end = Math.max(count, Math.min(states.tail.index, timeline.count));
    timeline.truncate(end);
    if (states.blocks.length > blocks && states.tail.isEntering) states.blocks.pop();
    const last = states.blocks[states.blocks.length - 1];
    if (last !== undefined) last.endIndex = Math.min(last.endIndex, end);
  }

  /** Returns a step as shown in a list. */
  step(number) {
    const { timeline } = this;
    const index = timeline.index(number);
    if (index < 0) return new LostStep(number);
    return new Step(this, number, index);
  }

  /** Returns the calls of the effects that a step returned, or that were running after it. */
  callsOf(number) {
    return this.calls.of(number);
  }

  /** All calls, in the order in which they started. */
  get allCalls() {
    return this.calls.calls;
  }

  /** The steps with calls, in their order. */
  get stepsWithCalls() {
    return Array.from(this.calls.places.keys()).sort((one, other) => one - other);
  }

  /** Returns the state after a step as an immutable value, or `null` if it is unknown. */
  state(number) {
    const state = this.knownState(number);
    return state === undefined ? null : state;
  }

  /** Returns the state after a step, which may be `nil`, or `undefined` if it is unknown. */
  knownState(number) {
    if (number < this.start || number > this.last) return undefined;
    return this.states.after(number);
  }

  /**
   * Returns the changes of a step, with old and new values as text, or `null` if there is none.
   *
   * A change of a shared value at several paths is marked by `reference`, `otherPaths` and
   * `isRepeated`.
   */
  changes(number) {
    const index = this.timeline.index(number);
    if (index < 0 || (this.timeline.flags(index) & stepFlags.change) === 0) return [];
    const transition = this.hasStates ? this.states.transition(number) : null;
    if (transition === null) return [];
    const found = differences(transition.old, transition.new, this.header.state);
    if (found.length > 1 && this.header.shared.length > 0) {
      this.sharedTypes = this.sharedTypes || new SharedTypes(this.header);
      markShared(found, transition.new, this.sharedTypes, () => this.knownReferences(number));
    }
    return found.map(differenceText);
  }

  /** Returns the references in the last keyframe before a step. */
  knownReferences(number) {
    const keyframe = this.states.keyframeBefore(number);
    if (this.known === undefined || this.known.start !== keyframe.start) {
      const { start, parts, state } = keyframe;
      this.known = { start, references: knownReferences(parts, state, this.sharedTypes) };
    }
    return this.known.references;
  }

  /**
   * Returns the state after a step as `show --at N --json` prints it, or `null` if it is unknown.
   */
  stateJSON(number) {
    const state = this.knownState(number);
    return state === undefined ? null : jsonText(state, this.header.state);
  }

  /** Returns a value of a type as shown on one line of a tree. */
  outline(value, type = this.header.state) {
    return outlineOf(value, type);
  }

  /** Returns the parts of a result of `outline` or `children`. */
  children(node) {
    return childrenOf(node);
  }

  /** Returns every step that changed the value at a path: `[{ number, old, new }]`. */
  history(path) {
    return this.trace(path).changes;
  }

  /** Returns the next step that changed the value at a path, or `null`. */
  next(path, number) {
    return this.trace(path).next(number);
  }

  /** Returns the previous step that changed the value at a path, or `null`. */
  previous(path, number) {
    return this.trace(path).previous(number);
  }

  /** Returns the value at a path in a state, or `undefined` if there is none. */
  valueAt(path, state) {
    return parsePath(path, this.header.state).value(state);
  }

  trace(path) {
    if (!this.traces.has(path)) this.traces.set(path, new Trace(this, path));
    const trace = this.traces.get(path);
    trace.extend();
    return trace;
  }

  /**
   * Appends a block that was written since: one member of the file, with consecutive numbers.
   *
   * An index, a copy of the header or an end means that no block follows, and is skipped. Members
   * are added in the order of the calls.
   */
  append(bytes) {
    const added = this.adding.then(() => this.add(bytes));
    this.adding = added.catch(() => {});
    return added;
  }

  async add(bytes) {
    if (this.damage !== null && this.damage.kind === 'content') {
      throw new LogError(this.damage.message);
    }
    let member;
    let payload;
    try {
      member = readMember(bytes, 0, this.binding);
      if (member.kind !== 'block') return;
      const follow = this.follow.copy();
      follow.take(member);
      payload = await readPayload(bytes, member);
      this.follow = follow;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new LogError(`the next block is damaged: ${error.message}.`);
    }
    this.damage = null;
    if (!this.take(payload, member)) throw new LogError(this.damage.message);
  }

  /** Caches the text of a row, unless there are too many. */
  textOf(row, make) {
    let text = this.texts.get(row);
    if (text !== undefined) return text;
    text = make();
    this.textLength += text.length;
    if (this.textLength > maxText) {
      this.texts.clear();
      this.textLength = text.length;
    }
    this.texts.set(row, text);
    return text;
  }
}

function tooLong() {
  return new Fault('the steps up to its end are more than a page can show');
}
