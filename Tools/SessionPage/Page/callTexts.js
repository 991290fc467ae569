import { button, element } from './dom.js';
import { differencePlace } from './effectResults.js';
import { setHighlighted } from './highlight.js';
import {
  amountText, clockText, countText, durationText, lineText, shortIdentities, valueElement,
} from './visible.js';

const MAX_LINE_VALUE = 160;

/**
 * Creates the row of a call in the list of steps.
 *
 * `words` are the words that found the call, or null. `actual` is what the effect did instead in a
 * replay, or null if it made the call.
 */
export function callRow(number, call, words, actual) {
  const result = call.resultText;
  const action = element('span', { class: 'action' });
  setHighlighted(action, shortIdentities(lineText(call.beginningText)), words || []);
  const summary = element('span', { class: 'summary' });
  if (actual !== null) summary.textContent = `actual: ${lineText(actual, MAX_LINE_VALUE)}`;
  else if (result !== null) {
    setHighlighted(summary, `→ ${shortIdentities(lineText(result, MAX_LINE_VALUE))}`, words || []);
  }
  const kinds = [words === null ? '' : ' found', actual === null ? '' : ' differs'];
  return element('div', {
    class: `row call${kinds.join('')}`,
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

/**
 * Creates the list of a step's calls, with a button for the calls after the first `limit`.
 *
 * `difference` is null, or a difference that a replay found in an effect of the step. `unverified`
 * contains the effects of the step that were not verified.
 */
export function callSection(calls, limit, more, { difference, unverified }) {
  if (calls.length === 0 && difference === null && unverified.length === 0) return [];
  const place = difference === null ? null : differencePlace(calls, difference);
  const items = calls.slice(0, limit).map((call, index) => (
    place !== null && place.differing === index ? differingCall(call, difference)
      : element('li', {}, ...callParts(call))));
  const left = calls.length - items.length;
  // A call after the limit is shown, too, if it differs.
  if (place !== null && place.differing >= limit) {
    items.push(differingCall(calls[place.differing], difference));
  } else if (place !== null && place.differing < 0) {
    items.splice(place.after, 0, differenceItem(difference));
  }
  items.push(...unverified.slice(0, limit).map(unverifiedItem));
  return [
    element('h3', { text: calls.length === 0 ? 'Its effects made no calls'
      : `Its effects made ${amountText(calls.length, 'call')}` }),
    element('ul', { class: 'call-list' }, ...items),
    left > 0 ? button(`show ${countText(left)} more`, more, { class: 'more' }) : null,
  ];
}

/** Creates the item of a recorded call that the effect did not make in the replay. */
function differingCall(call, difference) {
  return element('li', { class: 'differs' },
    element('div', { class: 'muted', text: 'Expected, as recorded' }),
    element('div', {}, ...callParts(call)), ...actualParts(difference));
}

/** Creates the item of a difference that is not at a recorded call. */
function differenceItem(difference) {
  return element('li', { class: 'differs' },
    element('div', { class: 'muted',
      text: `Expected of effect ${difference.effect}, as recorded` }),
    valueElement(difference.expected || 'nothing', { class: 'value' }, 400),
    ...actualParts(difference));
}

function actualParts({ actual }) {
  return [
    element('div', { class: 'muted', text: 'Actual, as replayed' }),
    element('div', { class: 'danger' },
      valueElement(actual || 'nothing', { class: 'value' }, 400)),
  ];
}

function unverifiedItem({ position, reason }) {
  return element('li', { class: 'unverified' },
    `Effect ${countText(position)} of the step was not verified: `,
    valueElement(reason, { class: 'prose' }, 400));
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
