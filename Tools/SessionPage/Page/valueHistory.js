import { copyButton } from './copying.js';
import { button, element, setChildren } from './dom.js';
import { amountText, breakable, clockText, countText, lineText, valueElement } from './visible.js';

const MAX_CHANGES_LISTED = 200;
const SVG = 'http://www.w3.org/2000/svg';

/** The history of the selected value: each change, and the curve of a number. */
export class ValueHistory {
  constructor(node, model, helpers) {
    this.node = node;
    this.model = model;
    this.helpers = helpers;
    new ResizeObserver(() => this.reveal()).observe(node);
  }

  draw() {
    const { model } = this;
    const { session, path, step } = model;
    if (!session || path === null) {
      setChildren(this.node, element('p',
        { class: 'empty', text: 'Select a value in the state to see each change of it.' }));
      return;
    }
    const changes = this.helpers.history();
    const now = this.helpers.valueText(path);
    const head = element('div', { class: 'history-head' },
      element('h3', {}, element('span', { class: 'path' }, ...breakable(lineText(path, 120)))),
      element('span', { class: 'jumps' },
        copyButton('path', () => path),
        now === null ? null : copyButton('value', () => now),
        this.jump('Previous change', '↑', false), this.jump('Next change', '↓', true),
        button('×', () => model.selectPath(null),
          { class: 'icon', 'aria-label': 'Close the history', title: 'Close' })));
    const value = now === null ? null
      : element('p', { class: 'current' }, valueElement(now, { class: 'value' }));
    const last = changes.length === 0 ? 'Never changed.'
      : `${amountText(changes.length, 'change')}`;
    const count = element('p', { class: 'muted', text: last });
    setChildren(this.node, head, element('div', { class: 'history-now' }, value, count),
      this.curve(changes), this.list(changes, step));
    this.reveal();
  }

  /** Scrolls to the change of the selected step. */
  reveal() {
    const list = this.node.querySelector('.history');
    const here = list && list.querySelector('[aria-current]');
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  jump(name, text, isForward) {
    return button(text, () => this.model.nextChange(isForward),
      { class: 'icon', 'aria-label': name, title: `${name} (${isForward ? 'n' : 'N'})` });
  }

  list(changes, step) {
    let middle = changes.findIndex((change) => change.number >= step);
    if (middle < 0) middle = changes.length;
    const from = Math.max(0,
      Math.min(middle - MAX_CHANGES_LISTED / 2, changes.length - MAX_CHANGES_LISTED));
    const seen = changes.slice(from, from + MAX_CHANGES_LISTED);
    const items = seen.map(({ number, old, new: fresh }) => {
      const isHere = number === step;
      const node = element('li', {}, button('', () => this.model.select(number), {
        class: 'link entry', 'aria-current': isHere ? 'step' : null,
      }));
      node.firstChild.append(
        element('span', { class: 'number', text: countText(number) }),
        element('span', { class: 'muted clock', text: clockText(this.time(number)) }),
        element('span', { class: 'change' },
          old === null ? '+ ' : element('del', { text: lineText(old, 80) }),
          old === null || fresh === null ? '' : ' → ',
          fresh === null ? ' removed' : element('ins', { text: lineText(fresh, 80) })));
      return node;
    });
    const list = element('ol', {
      class: 'history', 'aria-label': 'Changes of the selected value', tabindex: '0',
    }, ...items);
    if (from > 0) {
      list.prepend(element('li',
        { class: 'muted', text: `${countText(from)} before` }));
    }
    const after = changes.length - from - seen.length;
    if (after > 0) {
      list.append(element('li',
        { class: 'muted', text: `${countText(after)} after` }));
    }
    return list;
  }

  time(number) {
    const step = this.model.session.step(number);
    return step ? step.time : 0;
  }

  /** Returns the curve of a number over the steps, or null if the value is not a number. */
  curve(changes) {
    const points = changes.filter(({ new: fresh }) => fresh !== null && isFinite(fresh)
      && fresh !== '');
    if (points.length < 2 || points.length < changes.length / 2) return null;
    const { session, step } = this.model;
    const stride = Math.ceil(points.length / 300);
    const first = changes[0].old;
    const values = points.filter((_, index) => index % stride === 0)
      .map(({ number, new: fresh }) => [number, Number(fresh)]);
    if (first !== null && isFinite(first)) values.unshift([session.start, Number(first)]);
    const low = Math.min(...values.map(([, value]) => value));
    const high = Math.max(...values.map(([, value]) => value));
    if (!(high > low)) return null;
    const x = (number) => ((number - session.start) / Math.max(1,
      session.last - session.start)) * 300;
    const y = (value) => 38 - ((value - low) / (high - low)) * 34;
    let line = '';
    for (const [number, value] of values) {
      line += line === '' ? `M${x(number)} ${y(value)}` : `H${x(number)}V${y(value)}`;
    }
    line += 'H300';
    const drawing = vector('svg', {
      viewBox: '0 0 300 42', preserveAspectRatio: 'none', class: 'curve', role: 'img',
      'aria-label': `From ${low} to ${high}`,
    }, vector('path', { d: line, class: 'line' }),
      vector('path', { d: `M${x(step)} 0V42`, class: 'here' }));
    return element('div', { class: 'curve-box' }, drawing,
      element('span', { class: 'muted high', text: String(high) }),
        element('span', { class: 'muted low', text: String(low) }));
  }
}

function vector(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
