import { element } from './dom.js';
import { actionParts } from './paths.js';
import { breakable, valueElement, visible } from './visible.js';

// The maximum length of the names of an action's cases, or of a mark, that are shown at first.
const MAX_NAME = 300;

/** Returns an action with the names of its cases distinguished from its values. */
export function actionElement(text) {
  const { place, name: last, values } = actionParts(text);
  const name = place + last;
  const names = name.length > MAX_NAME ? valueElement(name, { class: 'value name' }, MAX_NAME)
    : element('span', { class: 'value name' }, ...breakable(visible(name)));
  return element('p', { class: 'action-text' }, names,
    values === '' ? null : valueElement(values, { class: 'value' }));
}
