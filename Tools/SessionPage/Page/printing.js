import { element, setChildren } from './dom.js';
import { failureParts } from './divergence.js';
import { resultLine } from './results.js';
import { clockText, amountText, countText, lineText } from './visible.js';

const MOST_PRINTED = 2000;

/** Fills what is printed: a summary, the failure, and the list of steps with what they changed. */
export function fillPrint(node, { title, facts, result, model, helpers }) {
  const { session } = model;
  const parts = [element('h1', { text: title }), element('p', { text: facts })];
  if (result) parts.push(element('p', { text: resultLine(result) }));
  if (result && result.verdict !== 'match') parts.push(...failureParts(result, helpers, null));
  if (session) parts.push(...printedSteps(session, model.rows, helpers));
  setChildren(node, ...parts);
}

function printedSteps(session, rows, helpers) {
  const body = [];
  const count = Math.min(rows.length, MOST_PRINTED);
  for (let index = 0; index < count; index += 1) {
    const number = rows.at(index);
    const step = number > session.start ? session.step(number) : null;
    if (!step) continue;
    const changes = helpers.changes(number).map(({ path, old, new: fresh }) => element('div', {
      text: `${lineText(path)}: ${old === null ? '+' : lineText(old, 120)}${old !== null && fresh !== null ? ' → ' : ' '}${fresh === null ? '−' : lineText(fresh, 120)}`,
    }));
    body.push(element('tr', {},
      element('td', { text: countText(number) }), element('td', { text: clockText(step.time) }),
      element('td', { text: (step.startedBy ? `←${step.startedBy} ` : '') + lineText(step.action || step.mark || step.kind) }),
      element('td', {}, ...changes)));
  }
  const left = rows.length - count;
  return [
    element('table', { class: 'printed' },
      element('thead', {}, element('tr', {}, ...['step', 'time', 'action', 'changed'].map((text) => element('th', { scope: 'col', text })))),
      element('tbody', {}, ...body)),
    left > 0 ? element('p', { text: `${amountText(left, 'step')} more are not printed; a search or a fold leaves fewer.` }) : null,
  ].filter((part) => part !== null);
}
