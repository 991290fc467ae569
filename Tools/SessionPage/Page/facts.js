import { laneName } from './lanes.js';
import { pathEnds } from './paths.js';
import { textAtPath } from './selectedValue.js';

const KEPT_CHANGES = 400;

/** The facts about a session that views request, with a cache. */
export class SessionFacts {
  constructor(model, lanes) {
    this.model = model;
    this.lanes = lanes;
    this.failure = null;
    this.reset();
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

  /** Returns the parts of the state after a step for the tree, or null if the log lacks them. */
  roots(number) {
    const { session } = this.model;
    const state = session.state(number);
    if (state === null) return null;
    const root = session.outline(state);
    return root.expandable ? session.children(root) : [root];
  }

  /** Returns the parts of a part of the state. */
  children(node) {
    return this.model.session.children(node);
  }

  /** Returns the text of the selected value after the selected step, or null if there is none. */
  valueText(path) {
    const { session, step } = this.model;
    return textAtPath(session, path, step);
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
    const led = this.model.causes.children(number).length;
    const isRoot = !step.startedBy && led > 0;
    const notes = [];
    if (step.kind === 'lost') notes.push('lost');
    if (this.failure === number) notes.push('failed');
    if (step.unfinished) notes.push('ended here');
    return {
      action: step.action,
      lane: this.lanes() ? this.lanes().laneOf(step) : laneName(step),
      kind: kinds.join(' '),
      fold: isRoot ? (this.model.isFolded(number) ? '▸' : '▾') : '',
      summary: this.changes(number).slice(0, 4)
        .map((change) => changeText(change, lastPart(change.path))).join(', '),
      note: notes.join(', '),
    };
  }
}

/** Returns a change as part of a line: `count: 1 → 2`. */
export function changeText({ old, new: fresh }, path) {
  if (old === null) return `${path}: + ${short(fresh)}`;
  if (fresh === null) return `${path}: − ${short(old)}`;
  return `${path}: ${short(old)} → ${short(fresh)}`;
}

/** Returns the last name of a path, with the index after it. */
function lastPart(path) {
  const ends = pathEnds(path);
  for (let index = ends.length - 2; index >= 0; index -= 1) {
    if (path[ends[index]] === '.') return path.slice(ends[index] + 1);
  }
  return path;
}

function short(text) {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
