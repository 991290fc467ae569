import { effectsRemark, unverifiedEffects } from './effectResults.js';
import { button, element, setChildren, show } from './dom.js';
import { amountText, countText, lineText, valueElement } from './visible.js';

const MAX_LISTED = 100;

/** The effects of a log that a replay did not verify, with the reasons. */
export class EffectsNote {
  constructor(node, model) {
    this.node = node;
    this.model = model;
  }

  /** Shows the effects of a result that were not verified, or nothing. */
  use(result) {
    const parts = noteParts(result, this.model);
    show(this.node, parts.length > 0);
    setChildren(this.node, ...parts);
  }
}

/** Creates the note on a result. Without a model, there are no steps to go to. */
export function noteParts(result, model) {
  const remark = effectsRemark(result);
  const effects = unverifiedEffects(result);
  const parts = [];
  if (remark !== null) {
    parts.push(element('p', {}, element('strong', { text: 'Effects not verified: ' }),
      lineText(remark, 400)));
  }
  if (effects.length === 0) return parts;
  const items = effects.slice(0, MAX_LISTED).map((effect) => noteItem(effect, model));
  if (effects.length > items.length) {
    items.push(element('li',
      { class: 'muted', text: `${countText(effects.length - items.length)} more` }));
  }
  parts.push(element('details', { open: !model },
    element('summary', {},
      element('strong', { text: `${amountText(effects.length, 'effect')} not verified` })),
    element('ul', {}, ...items)));
  return parts;
}

function noteItem({ step, position, reason }, model) {
  const text = valueElement(reason, { class: 'prose' }, 400);
  if (step === null) return element('li', {}, text);
  const name = `step ${countText(step)}`;
  return element('li', {},
    model ? button(name, () => model.select(step), { class: 'link' }) : name,
    `, effect ${countText(position)}: `, text);
}
