import { unverifiedEffects, effectDifference } from './effectResults.js';
import { matchRanges, wordsIn } from './highlight.js';
import { laneName } from './lanes.js';
import { pathEnds } from './paths.js';
import { crashedStep, failureStep } from './results.js';
import { textAtPath } from './selectedValue.js';
import { amountText, countText, cut } from './visible.js';

const KEPT_CHANGES = 400;
// The limits of the changes in a line: their number, and the length of a value.
const MAX_CHANGES_SHOWN = 4;
const SHORT_LENGTH = 40;

/** The facts about a session that views request, with a cache. */
export class SessionFacts {
  /** `lanes` returns the lanes of the session, and `link` the address of the selected step. */
  constructor(model, lanes, link) {
    this.model = model;
    this.lanes = lanes;
    this.link = link;
    this.useResult(null);
    this.reset();
  }

  /** Notes the step, the call and the effects that the result of a replay is about. */
  useResult(result) {
    this.failure = failureStep(result);
    this.crash = crashedStep(result);
    this.difference = effectDifference(result);
    this.unverified = new Map();
    for (const effect of unverifiedEffects(result)) {
      const known = this.unverified.get(effect.step);
      if (known === undefined) this.unverified.set(effect.step, [effect]);
      else known.push(effect);
    }
  }

  /** Returns the difference of an effect of a step, or null. */
  differenceAt(number) {
    return this.difference !== null && this.difference.step === number ? this.difference : null;
  }

  /** Returns the effects of a step that were not verified. */
  unverifiedAt(number) {
    return this.unverified.get(number) || [];
  }

  reset() {
    this.changesByStep = new Map();
    this.historyOf = null;
    this.historyList = [];
  }

  /** Returns the changes of a step, or none if the log does not contain them. */
  changes(number) {
    const { session } = this.model;
    if (!session || !session.hasStates || number <= session.start) return [];
    let changes = this.changesByStep.get(number);
    if (changes === undefined) {
      changes = session.changes(number) || [];
      if (this.changesByStep.size >= KEPT_CHANGES) this.changesByStep.clear();
      this.changesByStep.set(number, changes);
    }
    return changes;
  }

  /** Returns the changes of a step, with each change of a shared value only once. */
  shownChanges(number) {
    return this.changes(number).filter((change) => !change.isRepeated);
  }

  /** Returns all changes of the selected value. */
  history() {
    const { session, path } = this.model;
    if (!session || !session.hasStates || path === null) return [];
    const key = `${session.last} ${path}`;
    if (this.historyOf !== key) {
      this.historyOf = key;
      this.historyList = session.history(path) || [];
    }
    return this.historyList;
  }

  /** Returns whether the app ended in the reducer of a step, in the replay or when recorded. */
  hasCrashedIn(number) {
    const { session } = this.model;
    if (!session || number <= session.start) return false;
    const step = session.step(number);
    return number === this.crash || (step !== null && Boolean(step.unfinished));
  }

  /** Returns the step whose state is shown for a step. For a crash, it is the step before. */
  stateStep(number) {
    return this.hasCrashedIn(number) ? this.model.clamp(number - 1) : number;
  }

  /** Returns the changes to mark in the state that is shown for a step. */
  markedChanges(number) {
    return this.hasCrashedIn(number) ? [] : this.changes(number);
  }

  /** Returns the words that say which state is shown for a step. */
  stateNote(number) {
    if (this.hasCrashedIn(number)) return `before step ${countText(number)}`;
    const { session } = this.model;
    return number === session.start ? 'at the beginning' : `after step ${countText(number)}`;
  }

  /** Returns the parts of the state for a step, for the tree, or null if the log lacks them. */
  roots(number) {
    const { session } = this.model;
    const state = session.state(this.stateStep(number));
    if (state === null) return null;
    const root = session.outline(state);
    return root.expandable ? session.children(root) : [root];
  }

  /** Returns the parts of a part of the state. */
  children(node) {
    return this.model.session.children(node);
  }

  /** Returns the text of the selected value in the state that is shown, or null if it has none. */
  valueText(path) {
    const { session, step } = this.model;
    return textAtPath(session, path, this.stateStep(step));
  }

  /** Returns the reason that there is no state to show. */
  noStateReason() {
    const { session } = this.model;
    if (!session) return '';
    if (!session.hasStates) {
      return `The log was recorded at level ${session.header.level}, which keeps no states.`;
    }
    return 'The state after this step is not known.';
  }

  /** Returns the parts of a step that a row of the list shows. */
  describe(number, step) {
    if (step === null) return { action: 'the beginning', lane: 'none', kind: 'quiet' };
    const kinds = [];
    if (step.kind !== 'action') kinds.push(step.kind);
    if (!step.changesState) kinds.push('quiet');
    if (this.failure === number) kinds.push('failed');
    const unverifiedCount = this.unverifiedAt(number).length;
    if (unverifiedCount > 0) kinds.push('unverified');
    const led = this.model.causes.children(number).length;
    const isRoot = !step.startedBy && led > 0;
    const notes = [];
    if (step.kind === 'lost') notes.push('lost');
    if (this.failure === number) notes.push('failed');
    if (unverifiedCount > 0) notes.push(`${amountText(unverifiedCount, 'effect')} not verified`);
    if (step.unfinished) notes.push('ended here');
    return {
      action: step.action,
      lane: this.lanes() ? this.lanes().laneOf(step) : laneName(step),
      kind: kinds.join(' '),
      fold: isRoot ? (this.model.isFolded(number) ? '▸' : '▾') : '',
      summary: summaryText(this.shownChanges(number), wordsIn(this.model.query, 'path')),
      note: notes.join(', '),
    };
  }
}

/** Returns the first changes of a step as a line. Changes with a searched word come first. */
function summaryText(changes, words) {
  const contains = (text) => text !== null
    && words.some((word) => text.toLowerCase().includes(word));
  const isFound = ({ path, old, new: fresh, otherPaths }) => (
    [path, old, fresh, ...otherPaths || []].some(contains));
  const found = words.length === 0 ? [] : changes.filter(isFound);
  const others = found.length === 0 ? changes : changes.filter((change) => !isFound(change));
  return [...found, ...others].slice(0, MAX_CHANGES_SHOWN).map((change) => {
    const path = shownPath(change);
    const name = lastPart(path);
    // A word may be in the part of the path that the name lacks.
    return changeText(
      change, contains(change.path) && !contains(name) ? path : name, words);
  }).join(', ');
}

/** Returns a change as part of a line, such as `count: 1 → 2`, with searched words in view. */
export function changeText(change, path, words = []) {
  const { old, new: fresh } = change;
  const others = otherPathsText(change);
  if (old === null) return `${path}: + ${short(fresh, words)}${others}`;
  if (fresh === null) return `${path}: − ${short(old, words)}${others}`;
  return `${path}: ${short(old, words)} → ${short(fresh, words)}${others}`;
}

/** Returns the path of a change, with the sign of a reference if other paths show it too. */
export function shownPath({ path, reference }) {
  return reference === undefined ? path : reference;
}

/** Returns the text about the other paths of a shared value, to append to a change. */
export function otherPathsText({ otherPaths }) {
  if (otherPaths === undefined) return '';
  return ` (and at ${amountText(otherPaths.length, 'other path')})`;
}

/** Returns the last name of a path, with the index after it. */
function lastPart(path) {
  const ends = pathEnds(path);
  for (let index = ends.length - 2; index >= 0; index -= 1) {
    if (path[ends[index]] === '.') return path.slice(ends[index] + 1);
  }
  return path;
}

/** Returns the beginning of a long text, or the part of it with a searched word. */
function short(text, words) {
  if (text.length <= SHORT_LENGTH) return text;
  const [match] = matchRanges(text, words);
  if (match === undefined || match.end < SHORT_LENGTH) return `${cut(text, SHORT_LENGTH - 1)}…`;
  const start = Math.max(0, match.start - SHORT_LENGTH / 4);
  return `…${cut(text.slice(start), SHORT_LENGTH - 2)}…`;
}
