import { printedCalls } from './callTexts.js';
import { element, setChildren } from './dom.js';
import { noteParts } from './effectsNote.js';
import { changeText, shownPath } from './facts.js';
import { failureParts } from './divergence.js';
import { resultLine } from './results.js';
import { clockText, amountText, countText, lineText } from './visible.js';

const MAX_PRINTED = 2000;
const COLUMNS = ['step', 'time', 'action', 'changed'];

/**
 * Fills the printed page: a summary, the failure, and the list of steps with their changes and the
 * calls that the list shows.
 */
export function fillPrint(node, { title, facts, result, model, helpers }) {
  const { session } = model;
  const parts = [element('h1', { text: title }), element('p', { text: facts })];
  if (result) parts.push(element('p', { text: resultLine(result) }));
  if (result && result.verdict !== 'match') parts.push(...failureParts(result, helpers, null));
  if (result) parts.push(...noteParts(result, null));
  if (session) parts.push(...printedSteps(model, helpers));
  setChildren(node, ...parts);
}

function printedSteps(model, helpers) {
  const { session, rows } = model;
  const body = [];
  const count = Math.min(rows.length, MAX_PRINTED);
  for (let index = 0; index < count; index += 1) {
    const number = rows.at(index);
    const step = number > session.start ? session.step(number) : null;
    if (!step) continue;
    const changes = helpers.shownChanges(number).map((change) => element('div', {
      text: lineText(changeText(change, shownPath(change))),
    }));
    body.push(element('tr', {},
      element('td', { text: countText(number) }), element('td', { text: clockText(step.time) }),
      element('td', { text: (step.startedBy ? `←${step.startedBy} ` : '')
        + lineText(step.action) }),
      element('td', {}, ...changes,
        ...printedCalls(session.callsOf(number), model.areCallsShown(number)))));
  }
  const left = rows.length - count;
  return [
    element('table', { class: 'printed' },
      element('thead', {}, element('tr', {},
        ...COLUMNS.map((text) => element('th', { scope: 'col', text })))),
      element('tbody', {}, ...body)),
    left > 0 ? element('p', { text: `and ${amountText(left, 'more step')}` }) : null,
  ].filter((part) => part !== null);
}
