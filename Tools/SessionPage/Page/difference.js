import { button, element, setAttribute } from './dom.js';
import { sideBySide } from './results.js';
import { amountText, valueElement } from './visible.js';

/**
 * Returns a difference of two states, with expected and actual lines side by side. In a narrow
 * window the lines are below each other, and equal ones are folded.
 */
export function differenceTable(lines) {
  const heading = (text) => element('th', { scope: 'col', class: 'visually-hidden', text });
  return element('div', { class: 'difference-box', tabindex: '0', role: 'region',
    'aria-label': 'Difference' },
    element('table', { class: 'difference', role: 'table',
      'aria-label': 'Expected and actual state' },
      element('thead', {}, element('tr', {}, heading('Expected'), heading('Actual'))),
      ...runs(sideBySide(lines)).flatMap(runBodies)));
}

/** Returns the rows in runs of consecutive equal and consecutive different ones. */
function runs(rows) {
  const found = [];
  for (const row of rows) {
    const areEqual = row.every((line) => line !== null && line.kind === 'same');
    const last = found[found.length - 1];
    if (last !== undefined && last.areEqual === areEqual) last.rows.push(row);
    else found.push({ areEqual, rows: [row] });
  }
  return found;
}

function runBodies({ areEqual, rows }) {
  const body = element('tbody', { class: areEqual ? 'equal' : 'different' }, ...rows.map(lineRow));
  if (!areEqual) return [body];
  const unfold = button(amountText(rows.length, 'equal line'), () => {
    const isOpen = body.dataset.open !== 'true';
    body.dataset.open = String(isOpen);
    setAttribute(unfold, 'aria-expanded', isOpen);
  }, { class: 'link', 'aria-expanded': 'false' });
  return [element('tbody', { class: 'unfold' },
    element('tr', {}, element('td', { colspan: 2 }, unfold))), body];
}

function lineRow(pair) {
  return element('tr', {}, ...pair.map((line) => {
    if (line === null) return element('td', { class: 'nothing' });
    const sign = { expected: '−', actual: '+', same: '' }[line.kind];
    return element('td', { class: line.kind }, element('span', { class: 'sign', text: sign }),
      valueElement(line.text, { class: 'value' }, 400));
  }));
}
