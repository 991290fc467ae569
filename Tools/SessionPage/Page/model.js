import { CauseIndex } from './causes.js';
import { listRows, rangeRows, rowIndex, sessionRows } from './rows.js';
import { isPath } from './selectedValue.js';

/**
 * What is selected in a session, and which of its steps are listed. Knows no document: views read
 * it, and
 * are told of every change.
 */
export class PageModel {
  constructor() {
    this.log = 0;
    this.listeners = [];
    this.clear();
  }

  clear() {
    this.session = null;
    this.causes = null;
    this.step = 0;
    this.path = null;
    this.query = '';
    this.found = null;
    this.areFolded = false;
    this.exceptions = new Set();
    this.all = rangeRows(0, -1);
    this.rows = this.all;
  }

  /** Calls a function after every change with the name of what changed. */
  observe(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Shows a session, at a step that may lie outside of it. */
  open(session, log, step, path) {
    this.clear();
    this.session = session;
    this.log = log;
    this.causes = new CauseIndex(session);
    this.all = sessionRows(session);
    this.step = this.clamp(step === null ? session.start : step);
    this.path = isPath(session, path) ? path : null;
    this.updateRows();
    this.tell('session');
  }

  /** The session has grown by the steps at its end. */
  grow() {
    this.all = sessionRows(this.session);
    this.updateRows();
    this.tell('rows');
  }

  /** The step with a number, or the nearest before it. */
  clamp(number) {
    return this.all.at(Math.max(0, this.all.floor(number)));
  }

  /** Selects a step; one that a fold hides is unfolded. */
  select(number) {
    if (!this.session) return;
    const step = this.clamp(number);
    if (step === this.step) return;
    this.step = step;
    if (this.hasFolds && this.found === null && rowIndex(this.rows, step) < 0) this.unfold(step);
    this.tell('step');
  }

  selectPath(path) {
    if (path === this.path || !isPath(this.session, path)) return;
    this.path = path;
    this.tell('path');
  }

  /** Goes so many listed steps on, or back. */
  move(count) {
    if (!this.session || this.rows.length === 0) return;
    const at = this.rows.floor(this.step);
    const isListed = at >= 0 && this.rows.at(at) === this.step;
    // Between two rows, one step back is the row before.
    const target = at + count + (count < 0 && !isListed ? 1 : 0);
    this.select(this.rows.at(Math.min(Math.max(target, 0), this.rows.length - 1)));
  }

  first() {
    if (this.rows.length > 0) this.select(this.rows.at(0));
  }

  last() {
    if (this.rows.length > 0) this.select(this.rows.at(this.rows.length - 1));
  }

  /**
   * Goes to the next or the previous change of the selected value; returns whether there is one.
   */
  nextChange(isForward) {
    if (!this.session || this.path === null || !this.session.hasStates) return false;
    const number = isForward
      ? this.session.next(this.path, this.step) : this.session.previous(this.path, this.step);
    if (typeof number !== 'number') return false;
    this.select(number);
    return true;
  }

  /** Goes to the step whose effect sent the selected one; returns whether there is one. */
  goToCause() {
    const step = this.session && this.session.step(this.step);
    if (!step || !step.startedBy || step.startedBy <= this.session.start) return false;
    this.select(step.startedBy);
    return true;
  }

  /** Lists the steps that a search found; all of them with null. */
  setFound(query, found) {
    this.query = query;
    this.found = found;
    this.updateRows();
    this.tell('rows');
  }

  get hasFolds() {
    return this.areFolded || this.exceptions.size > 0;
  }

  /** Whether what effects of a step sent, and all that followed, is left out. */
  isFolded(root) {
    return this.areFolded !== this.exceptions.has(root);
  }

  /** Folds or unfolds what followed from the action with which the selected step's chain began. */
  toggleFold(number) {
    const root = this.root(number);
    if (!this.exceptions.delete(root)) this.exceptions.add(root);
    this.updateRows();
    if (this.isFolded(root) && number !== root) this.step = root;
    this.tell('rows');
  }

  foldAll(areFolded) {
    this.areFolded = areFolded;
    this.exceptions.clear();
    this.updateRows();
    if (areFolded) this.step = this.root(this.step);
    this.tell('rows');
  }

  unfold(number) {
    const root = this.root(number);
    if (!this.isFolded(root)) return;
    if (!this.exceptions.delete(root)) this.exceptions.add(root);
    this.updateRows();
  }

  /** The step with which the chain that led to a step began. */
  root(number) {
    const step = this.session.step(number);
    const cause = step ? step.cause : number;
    // The beginning of a chain may be older than a log of which the last part was kept.
    return cause > this.session.start && rowIndex(this.all, cause) >= 0 ? cause : number;
  }

  updateRows() {
    const { session } = this;
    if (this.found !== null) {
      this.rows = listRows(this.found);
    } else if (!this.hasFolds) {
      this.rows = this.all;
    } else {
      const numbers = [session.start];
      for (let index = 1; index < this.all.length; index += 1) {
        const number = this.all.at(index);
        const root = this.root(number);
        if (root === number || !this.isFolded(root)) numbers.push(number);
      }
      this.rows = listRows(numbers);
    }
  }
}
