import { callControl, callRow } from './callTexts.js';
import { element, setChildren, setAttribute } from './dom.js';
import { isDifferingCall } from './effectResults.js';
import { setHighlighted, wordsIn } from './highlight.js';
import { ListLayout } from './listLayout.js';
import { actionParts } from './paths.js';
import { countText, lineText, shortIdentities } from './visible.js';

// Browsers limit the height of an element, so a longer list scrolls proportionally.
const TALLEST = 8000000;
const EXTRA_ROWS = 3;

/** The list of steps. Among up to a million rows, only the visible ones are elements. */
export class StepList {
  constructor(node, model, helpers) {
    this.node = node;
    this.model = model;
    this.helpers = helpers;
    this.spacer = element('div', { class: 'spacer', role: 'presentation' });
    this.window = element('div', { class: 'window', role: 'presentation' });
    this.spacer.append(this.window);
    setChildren(node, this.spacer);
    this.elements = new Map();
    this.layout = new ListLayout(model);
    this.rowHeight = this.styledHeight;
    this.waits = false;
    node.addEventListener('scroll', () => this.drawSoon());
    node.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.resize()).observe(node);
  }

  /** The height of a row in the style, which depends on the window. */
  get styledHeight() {
    return parseFloat(getComputedStyle(this.node).getPropertyValue('--row-height'));
  }

  /** The number of rows that fit. */
  get page() {
    return Math.max(1, Math.floor(this.node.clientHeight / this.rowHeight) - 1);
  }

  get height() {
    return Math.min(this.layout.length * this.rowHeight, TALLEST);
  }

  /** Arranges the rows again if the steps or the shown calls have changed. */
  arrange() {
    if (this.layout.isOf(this.model)) return;
    this.layout = new ListLayout(this.model);
    this.spacer.style.height = `${this.height}px`;
  }

  /** The number of row pixels per pixel of the scroll bar. */
  get scale() {
    const seen = this.node.clientHeight;
    const all = this.layout.length * this.rowHeight;
    return all <= TALLEST ? 1 : (all - seen) / (TALLEST - seen);
  }

  /** Draws all rows again, after a change of session, search or folds. */
  reload() {
    this.elements.clear();
    setChildren(this.window);
    this.arrange();
    this.draw();
  }

  /** Keeps the selected step visible when there is less space. */
  resize() {
    if (this.rowHeight !== this.styledHeight) {
      this.rowHeight = this.styledHeight;
      this.spacer.style.height = `${this.height}px`;
    }
    if (this.model.session && this.isInSight) this.reveal();
    this.drawSoon();
  }

  drawSoon() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.draw();
    });
  }

  /** Scrolls to make the selected step visible. */
  reveal() {
    const { rows, step } = this.model;
    this.arrange();
    const place = this.layout.place(Math.max(0, rows.floor(step)));
    const { scale } = this;
    const top = this.node.scrollTop * scale;
    const seen = this.node.clientHeight;
    const rowTop = place * this.rowHeight;
    const margin = Math.min(2 * this.rowHeight, seen / 4);
    let wanted = top;
    if (rowTop < top + margin) wanted = rowTop - margin;
    else if (rowTop + this.rowHeight > top + seen - margin) {
      wanted = rowTop + this.rowHeight - seen
        + margin;
    }
    const isFar = Math.abs(wanted - top) > seen;
    if (isFar) wanted = rowTop - seen / 2;
    if (wanted !== top) {
      this.node.scrollTop = Math.max(0, wanted / scale);
      // Proportional scrolling may round the row out of view. The window is then corrected.
      this.pinned = scale === 1 ? null : { scroll: this.node.scrollTop, top: Math.max(0, wanted) };
    }
  }

  draw() {
    const { rows } = this.model;
    this.arrange();
    const seen = this.node.clientHeight;
    const scroll = this.node.scrollTop;
    const isPinned = this.pinned && this.pinned.scroll === scroll;
    const top = isPinned ? this.pinned.top : scroll * this.scale;
    const from = Math.max(0, Math.floor(top / this.rowHeight) - EXTRA_ROWS);
    const to = Math.min(this.layout.length, Math.ceil((top + seen) / this.rowHeight) + EXTRA_ROWS);
    const kept = new Map();
    let isNew = false;
    for (let place = from; place < to; place += 1) {
      const { index, call } = this.layout.at(place);
      const number = rows.at(index);
      const key = call < 0 ? number : `${number}.${call}`;
      const node = this.elements.get(key) || this.rowAt(number, call);
      node.style.top = `${Math.round(scroll + place * this.rowHeight - top)}px`;
      if (call < 0) {
        setAttribute(node, 'aria-posinset', index + 1);
        setAttribute(node, 'aria-setsize', rows.length);
        setAttribute(node, 'aria-selected', number === this.model.step);
      }
      kept.set(key, node);
      isNew = isNew || node.parentNode !== this.window;
    }
    for (const [key, node] of this.elements) if (!kept.has(key)) node.remove();
    this.elements = kept;
    // A screen reader reads the rows in this order, which must be the order of the steps.
    if (isNew) setChildren(this.window, ...kept.values());
    this.isInSight = kept.has(this.model.step);
    setAttribute(this.node, 'aria-activedescendant',
      this.isInSight ? `step-${this.model.step}` : null);
  }

  rowAt(number, call) {
    return call < 0 ? this.row(number)
      : this.callRow(number, this.model.session.callsOf(number)[call]);
  }

  callRow(number, call) {
    const { model } = this;
    const words = model.isFoundCall(call) ? wordsIn(model.query, 'call') : null;
    const difference = this.helpers.differenceAt(number);
    const isDiffering = difference !== null
      && isDifferingCall(call, model.session.callsOf(number), difference);
    return callRow(number, call, words, isDiffering ? difference.actual : null);
  }

  /** Creates the row of a step. */
  row(number) {
    const { model, helpers } = this;
    const step = number === model.session.start ? null : model.session.step(number);
    const node = element('div', {
      class: 'row', role: 'option', id: `step-${number}`, 'data-step': number,
    });
    const parts = helpers.describe(number, step);
    if (parts.kind) node.className = `row ${parts.kind}`;
    const isCaused = Boolean(step && step.startedBy);
    if (isCaused) node.classList.add('caused');
    const action = this.action(shortIdentities(lineText(parts.action)));
    const above = number - 1 > model.session.start ? model.session.step(number - 1) : null;
    const { place } = actionParts(parts.action);
    if (step && above && place !== '' && actionParts(above.action).place === place) {
      action.firstChild.classList.add('repeated');
    }
    const shown = element('span', { class: 'shown' });
    const summary = element('span', { class: 'summary' }, shown);
    setHighlighted(shown, shortIdentities(lineText(parts.summary || '')),
      wordsIn(model.query, 'path'));
    const fold = element('span', { class: 'fold', 'aria-hidden': 'true', text: parts.fold || '' });
    node.append(
      element('span', { class: 'number', text: countText(number) }),
      element('span', { class: `lane lane-${parts.lane}`, 'aria-hidden': 'true' }),
      fold,
      element('span', { class: 'name' },
        isCaused ? element('span', { class: 'origin', text: `←${step.startedBy} ` }) : null,
        action),
      summary);
    const callCount = model.session.callsOf(number).length;
    if (callCount > 0) node.append(callControl(callCount));
    if (parts.note) node.append(element('span', { class: 'note', text: parts.note }));
    return node;
  }

  /** Creates the text of an action. The path before its last case is shortened first. */
  action(text) {
    const words = wordsIn(this.model.query, 'action');
    const { place, name, values } = actionParts(text);
    const parts = [['place', place], ['leaf', name + values]].map(([kind, part]) => {
      const node = element('span', { class: kind });
      setHighlighted(node, part, words);
      return node;
    });
    return element('span', { class: 'action' }, ...parts);
  }

  click(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const number = Number(row.dataset.step);
    if (event.target.classList.contains('fold') && event.target.textContent !== '') {
      this.model.toggleFold(number);
    } else if (event.target.classList.contains('calls')) {
      this.model.toggleCalls(number);
    } else {
      this.model.select(number);
    }
  }

  /** Returns whether the last row is visible. */
  get isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.node;
    return scrollTop + clientHeight >= scrollHeight - 2 * this.rowHeight;
  }
}
