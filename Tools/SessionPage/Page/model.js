import { CauseIndex } from './causes.js';
import { listRows, rangeRows, rowIndex, sessionRows } from './rows.js';
import { isPath } from './selectedValue.js';

/**
 * The selection in a session, and the list of its steps.
 *
 * Independent of the document. Views read the model and are notified of every change.
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
    // The calls that a search found, by their steps. The user may have folded some of these steps.
    this.foundCalls = new Map();
    this.foldedCalls = new Set();
    this.areFolded = false;
    this.exceptions = new Set();
    this.areCallsOpen = false;
    this.callExceptions = new Set();
    this.callsVersion = 0;
    this.all = rangeRows(0, -1);
    this.rows = this.all;
  }

  /** Calls a function after every change, with the name of the property that changed. */
  observe(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Shows a session at a step, which may be outside of it. */
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

  /** Notifies the model that steps were added at the end of the session. */
  grow() {
    this.callsVersion += 1;
    this.all = sessionRows(this.session);
    this.updateRows();
    this.tell('rows');
  }

  /** Returns the step with a number, or the nearest one before it. */
  clamp(number) {
    return this.all.at(Math.max(0, this.all.floor(number)));
  }

  /** Selects a step, after unfolding it if it is hidden. */
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

  /** Moves the selection by a number of listed steps, forward or back. */
  move(count) {
    if (!this.session || this.rows.length === 0) return;
    const at = this.rows.floor(this.step);
    const isListed = at >= 0 && this.rows.at(at) === this.step;
    // Between two rows, one step back is the previous row.
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
   * Selects the next or the previous change of the selected value. Returns whether there is one.
   */
  nextChange(isForward) {
    if (!this.session || this.path === null || !this.session.hasStates) return false;
    const number = isForward
      ? this.session.next(this.path, this.step) : this.session.previous(this.path, this.step);
    if (typeof number !== 'number') return false;
    this.select(number);
    return true;
  }

  /** Selects the step whose effect sent the selected one. Returns whether there is one. */
  goToCause() {
    const step = this.session && this.session.step(this.step);
    if (!step || !step.startedBy || step.startedBy <= this.session.start) return false;
    this.select(step.startedBy);
    return true;
  }

  /** Lists the steps that a search found, or all steps for null, and shows the calls it found. */
  setFound(query, found, calls) {
    if (query !== this.query) this.foldedCalls.clear();
    this.query = query;
    this.found = found;
    this.foundCalls = calls === null ? new Map() : calls;
    this.callsVersion += 1;
    this.updateRows();
    this.tell('rows');
  }

  get hasFolds() {
    return this.areFolded || this.exceptions.size > 0;
  }

  /** Returns whether the consequences of a step are folded. */
  isFolded(root) {
    return this.areFolded !== this.exceptions.has(root);
  }

  /** Folds or unfolds the consequences of the action that started the selected step's chain. */
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

  /** Returns whether the list shows the calls of a step. */
  areCallsShown(number) {
    if (this.foundCalls.has(number)) return !this.foldedCalls.has(number);
    return this.areCallsOpen !== this.callExceptions.has(number);
  }

  /** Returns whether a search found a call. */
  isFoundCall(call) {
    const found = this.foundCalls.get(call.step);
    return found !== undefined && found.has(call);
  }

  /** The steps whose calls are shown, in their order. Some may have no calls. */
  get openCallSteps() {
    if (!this.areCallsOpen) {
      const numbers = new Set([...this.callExceptions, ...this.foundCalls.keys()]);
      return Array.from(numbers).filter((number) => this.areCallsShown(number))
        .sort((one, other) => one - other);
    }
    return this.session.stepsWithCalls.filter((number) => this.areCallsShown(number));
  }

  /** Shows or folds the calls of a step in the list. */
  toggleCalls(number) {
    if (!this.session || this.session.callsOf(number).length === 0) return;
    const set = this.foundCalls.has(number) ? this.foldedCalls : this.callExceptions;
    if (!set.delete(number)) set.add(number);
    this.callsVersion += 1;
    this.tell('rows');
  }

  /** Shows the calls of a step in the list. */
  showCalls(number) {
    if (this.session && !this.areCallsShown(number)) this.toggleCalls(number);
  }

  /** Shows or folds the calls of all steps. */
  showAllCalls(areOpen) {
    this.areCallsOpen = areOpen;
    this.callExceptions.clear();
    this.foldedCalls = new Set(areOpen ? [] : this.foundCalls.keys());
    this.callsVersion += 1;
    this.tell('rows');
  }

  unfold(number) {
    const root = this.root(number);
    if (!this.isFolded(root)) return;
    if (!this.exceptions.delete(root)) this.exceptions.add(root);
    this.updateRows();
  }

  /** Returns the step that started the chain of a step. */
  root(number) {
    const step = this.session.step(number);
    const cause = step ? step.cause : number;
    // The start of a chain may be older than a log with limited retention.
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
