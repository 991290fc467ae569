import { actionElement } from './actionElement.js';
import { callSection } from './callTexts.js';
import { causeChain } from './causes.js';
import { copyButton } from './copying.js';
import { button, element, setChildren } from './dom.js';
import { otherPathsText, shownPath } from './facts.js';
import {
  amountText, breakable, clockText, countText, durationText, lineText, shortIdentities,
  valueElement,
} from './visible.js';

const MAX_STEPS_LISTED = 40;

/** The selected step: its action, its changes, its causes and its consequences. */
export class StepPanel {
  /** `editor` edits the steps of a served log; null if they cannot be edited. */
  constructor(node, model, helpers, editor) {
    this.node = node;
    this.model = model;
    this.helpers = helpers;
    this.editor = editor;
    this.limit = MAX_STEPS_LISTED;
  }

  draw() {
    const { model } = this;
    const { session, step } = model;
    if (!session) {
      setChildren(this.node);
      return;
    }
    const record = step > session.start ? session.step(step) : null;
    setChildren(this.node, ...(record ? this.parts(step, record) : this.beginning()));
  }

  beginning() {
    const { session } = this.model;
    const text = session.start === 0
      ? 'The state before the first step.'
      : `The state with which the log begins, after step ${countText(session.start)}.`;
    return [element('h2', { text: 'The beginning' }), element('p', { class: 'origin', text }),
      ...this.calls(session.start)];
  }

  parts(number, record) {
    const { session } = this.model;
    return [
      element('div', { class: 'step-head' },
        element('h2', { text: `Step ${countText(number)} of ${countText(session.last)}` }),
        copyButton('link', () => this.helpers.link()),
        record.kind === 'action' ? copyButton('action', () => record.wholeAction) : null),
      actionElement(record.wholeAction),
      ...(this.editor ? this.editor.parts(session, number, record) : []),
      this.origin(record),
      ...this.changes(number, record),
      ...this.causes(number, record),
      ...this.calls(number),
      ...this.reads(record),
    ];
  }

  origin(record) {
    const node = element('p', { class: 'origin' });
    if (record.kind === 'mark') node.append('A mark of the app');
    else if (record.kind === 'outside') node.append('Shared state changed outside of any action');
    else if (record.kind === 'lost') node.append('Steps were lost here');
    else if (record.startedBy) {
      node.append('Sent by the effect of ',
        this.stepButton(record.startedBy, `step ${countText(record.startedBy)}`));
    } else node.append('Sent by the user or the app');
    node.append(` at ${clockText(record.time)}`);
    if (record.elapsed > 0) node.append(`, ${durationText(record.elapsed)} after the step before`);
    if (record.unfinished) {
      node.append(element('strong',
        { text: '. The app ended while it reduced this step.' }));
    }
    return node;
  }

  changes(number, record) {
    const { session } = this.model;
    const heading = element('h3', { text: 'Changed' });
    if (!session.hasStates) {
      return [heading, element('p',
        { class: 'muted', text: 'The log holds no exact states, so changes are not known.' })];
    }
    const changes = this.helpers.shownChanges(number);
    if (changes.length === 0) {
      const text = record.unfinished ? 'The step did not end.' : 'Nothing.';
      return [heading, element('p', { class: 'muted', text })];
    }
    const rows = changes.slice(0, this.limit).map((change) => this.changeRow(change));
    const table = element('table', { class: 'changes', 'aria-label': 'Changes of this step' },
      element('thead', { class: 'visually-hidden' }, element('tr', {},
        element('th', { scope: 'col', text: 'value' }),
          element('th', { scope: 'col', text: 'change' }))),
      element('tbody', {}, ...rows));
    return [heading, table, this.rest(changes.length - rows.length)];
  }

  changeRow(change) {
    const { path, old, new: fresh } = change;
    const name = button('', () => this.model.selectPath(path), {
      class: 'link path', title: lineText(path),
      'aria-pressed': path === this.model.path ? 'true' : 'false',
    });
    name.append(...breakable(shortIdentities(lineText(shownPath(change)))));
    const cell = element('td', { class: 'change' });
    if (old !== null) cell.append(element('del', {}, valueElement(old, { class: 'value' }, 400)));
    if (old !== null && fresh !== null) {
      cell.append(element('span',
        { class: 'arrow', text: ' → ' }));
    }
    if (fresh !== null) {
      cell.append(element('ins', {},
        valueElement(fresh, { class: 'value' }, 400)));
    }
    const others = otherPathsText(change);
    if (others !== '') {
      cell.append(element('span',
        { class: 'muted', text: others, title: change.otherPaths.map(lineText).join(', ') }));
    }
    return element('tr', {}, element('th', { scope: 'row' }, name), cell);
  }

  rest(count) {
    if (count <= 0) return null;
    return button(`show ${countText(count)} more`, () => this.showMore(), { class: 'more' });
  }

  showMore() {
    this.limit += 1000;
    this.draw();
    this.limit = MAX_STEPS_LISTED;
  }

  calls(number) {
    return callSection(this.model.session.callsOf(number), this.limit, () => this.showMore(), {
      difference: this.helpers.differenceAt(number),
      unverified: this.helpers.unverifiedAt(number),
    });
  }

  /** Shows the chain that led to the step, and its consequences. */
  causes(number, record) {
    const { session, causes } = this.model;
    const parts = [];
    if (record.startedBy) {
      const chain = causeChain(session, number, MAX_STEPS_LISTED);
      parts.push(element('h3', { text: 'Caused by' }), this.stepItems(chain.slice(0, -1), true));
    }
    const led = causes.descendants(number, MAX_STEPS_LISTED + 1);
    const shape = record.effect && record.effect !== 'none' ? record.effect : null;
    if (shape || led.length > 0) {
      parts.push(element('h3', { text: 'Led to' }));
      if (shape) {
        parts.push(element('p', { class: 'effect' },
          element('span', { class: 'muted', text: 'effect ' }),
          valueElement(shape, { class: 'value' }, 400)));
      }
      if (led.length > 0) parts.push(this.stepItems(led.slice(0, MAX_STEPS_LISTED), false));
      else if (shape) parts.push(element('p', { class: 'muted', text: 'It sent nothing.' }));
      if (led.length > MAX_STEPS_LISTED) {
        parts.push(element('p',
          { class: 'muted', text: `and more than ${MAX_STEPS_LISTED}` }));
      }
    }
    return parts;
  }

  stepItems(numbers, isChain) {
    return element('ol', { class: isChain ? 'steps chain' : 'steps' }, ...numbers.map((number) => {
      const text = shortIdentities(lineText(this.model.session.step(number).action, 160));
      return element('li', {}, this.stepButton(number, `${countText(number)}  ${text}`));
    }));
  }

  stepButton(number, text) {
    return button(text, () => this.model.select(number), { class: 'link', 'data-step': number });
  }

  reads(record) {
    const reads = record.reads || [];
    if (reads.length === 0) return [];
    const items = reads.slice(0, this.limit).map(({ name, value }) => element('li', {},
      element('span', { class: 'muted', text: `${lineText(name, 80)} ` }),
        valueElement(value, { class: 'value' }, 200)));
    return [element('h3', { text: `Read ${amountText(reads.length, 'value')} from dependencies` }),
      element('ul', { class: 'reads' }, ...items), this.rest(reads.length - items.length)];
  }
}
