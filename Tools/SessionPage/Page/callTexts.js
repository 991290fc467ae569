import { button, element } from './dom.js';
import { setHighlighted } from './highlight.js';
import {
  amountText, clockText, countText, durationText, lineText, shortIdentities, valueElement,
} from './visible.js';

const MAX_LINE_VALUE = 160;

/** Creates the row of a call in the list of steps, with the words that found it or null. */
export function callRow(number, call, words) {
  const result = call.resultText;
  const action = element('span', { class: 'action' });
  setHighlighted(action, shortIdentities(lineText(call.beginningText)), words || []);
  const summary = element('span', { class: 'summary' });
  setHighlighted(summary, result === null
    ? '' : `→ ${shortIdentities(lineText(result, MAX_LINE_VALUE))}`, words || []);
  return element('div', {
    class: words === null ? 'row call' : 'row call found',
    role: 'option', 'aria-disabled': 'true', 'data-step': number,
  },
    element('span', { class: 'call-arrow', 'aria-hidden': 'true', text: '↳' }), action, summary,
    element('span', { class: 'took', text: tookText(call) }));
}

/** Creates the control of a row that shows or folds the calls of its step. */
export function callControl(count) {
  return element('span', {
    class: 'calls', title: 'Show or fold the calls (e)', text: amountText(count, 'call'),
  });
}

/** Creates the list of a step's calls, with a button for those after the first `limit`. */
export function callSection(calls, limit, more) {
  if (calls.length === 0) return [];
  const items = calls.slice(0, limit).map((call) => element('li', {}, ...callParts(call)));
  const left = calls.length - items.length;
  return [
    element('h3', { text: `Its effects made ${amountText(calls.length, 'call')}` }),
    element('ul', { class: 'call-list' }, ...items),
    left > 0 ? button(`show ${countText(left)} more`, more, { class: 'more' }) : null,
  ];
}

function callParts(call) {
  const result = call.resultText;
  return [
    valueElement(call.endpoint, { class: 'value name' }, 200),
    valueElement(`(${call.argumentsText})`, { class: 'value' }, 400),
    ...(result === null ? [] : [
      element('span', { class: 'arrow', text: ' → ' }),
      valueElement(result, { class: 'value' }, 400),
    ]),
    element('div', { class: 'muted' },
      `effect ${call.effect}, at ${clockText(call.beganMs)}, ${tookText(call)}`),
  ];
}

/** Creates the printed form of the calls of a step: a line for each, or their number. */
export function printedCalls(calls, areShown) {
  if (calls.length === 0) return [];
  if (!areShown) {
    return [element('div', { class: 'muted', text: amountText(calls.length, 'call') })];
  }
  return calls.map((call) => element('div', {
    text: `↳ ${lineText(call.lineText)}, ${tookText(call)}`,
  }));
}

function tookText({ beganMs, endedMs }) {
  return endedMs === null ? 'not ended' : durationText(endedMs - beganMs);
}
