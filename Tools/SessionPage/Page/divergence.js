import { differenceTable } from './difference.js';
import { button, element, setChildren, show } from './dom.js';
import { actionElement } from './actionElement.js';
import { failureStep, resultLine } from './results.js';
import { breakable, countText, lineText, valueElement } from './visible.js';

// The space below the first line that differs.
const REVEALED = 10;

/** The failure of a replay: its location, and the recorded and actual values. */
export class DivergencePanel {
  constructor(section, model, helpers) {
    this.section = section;
    this.model = model;
    this.helpers = helpers;
  }

  /** Shows the failure of a result, or nothing. */
  use(result) {
    const hasFailed = Boolean(result) && result.verdict !== 'match';
    show(this.section, hasFailed);
    setChildren(this.section, ...(hasFailed ? failureParts(result, this.helpers, this.model) : []));
  }

  /** Scrolls to the first lines that differ. */
  reveal() {
    const different = this.section.querySelector('.different');
    if (different === null || this.section.hidden) return;
    const box = this.section.getBoundingClientRect();
    const lines = different.rows[0].getBoundingClientRect();
    if (lines.bottom > box.bottom) this.section.scrollTop += lines.bottom - box.bottom + REVEALED;
  }
}

/** Returns the elements of a failure. Without a model, there are no steps to go to. */
export function failureParts(result, helpers, model) {
  const step = failureStep(result);
  const found = result.divergence || result.crash || {};
  const title = element('h2', {}, element('span', { class: 'danger', text: resultLine(result) }),
    result.steps ? ` of ${countText(result.steps)}` : '');
  const head = element('div', { class: 'failure-head' }, title);
  if (model && step !== null) {
    head.append(button('Go to the step', () => model.select(step), { class: 'small' }));
  }
  if (found.action) {
    head.append(actionElement(found.action));
  }
  const parts = [head];
  if (result.feature) {
    parts.push(element('p',
      { class: 'muted', text: `The action is one of ${lineText(result.feature, 120)}.` }));
  }
  const again = found.asRecorded ? 'The app ended here when it was recorded, too.' : null;
  for (const text of [result.message, found.message || found.cause, again]) {
    if (text) parts.push(element('p', {}, valueElement(text, { class: 'prose' })));
  }
  if (result.crash && typeof result.crash.effect === 'number') {
    parts.push(element('p', { text: `In effect ${countText(result.crash.effect)} of the step.` }));
  }
  parts.push(...divergenceParts(result.divergence, model), ...crashParts(result.crash));
  if (result.context) {
    parts.push(element('details', {}, element('summary', { text: 'The steps before, as recorded' }),
      element('pre', { class: 'context', tabindex: '0',
        text: result.context.map((line) => lineText(line, 2000)).join('\n') })));
  }
  return parts;
}

function divergenceParts(divergence, model) {
  if (!divergence) return [];
  const { path, expected, actual, difference, effect } = divergence;
  const parts = [];
  if (expected !== undefined || actual !== undefined) {
    const name = path === undefined ? null : model && !effect
      ? button('', () => model.selectPath(path), { class: 'link path' })
      : element('span', { class: 'path' });
    if (name !== null) name.append(...breakable(lineText(path)));
    parts.push(element('p', { class: 'where' }, name),
      element('div', { class: 'sides' },
        side('Expected, as recorded', 'expected', expected),
          side('Actual, as replayed', 'actual', actual)));
  }
  if (Array.isArray(difference) && difference.length > 0) parts.push(differenceTable(difference));
  return parts;
}

function side(title, kind, text) {
  return element('div', { class: `side ${kind}` }, element('h3', { text: title }),
    text === undefined ? element('p', { class: 'muted', text: 'nothing' })
      : element('p', { tabindex: '0' }, valueElement(text, { class: 'value' }, 1000)));
}

function crashParts(crash) {
  if (!crash) return [];
  const parts = [];
  if (crash.lastLine) {
    parts.push(element('h3', { text: 'The last line that the app wrote' }),
      element('pre', { class: 'wrapped', text: lineText(crash.lastLine, 2000) }));
  }
  if (crash.frames && crash.frames.length > 0) {
    parts.push(element('h3', { text: 'Functions of the app, innermost first' }),
      element('pre', { class: 'wrapped',
        text: crash.frames.map((frame) => lineText(frame, 400)).join('\n') }));
  }
  return parts;
}
