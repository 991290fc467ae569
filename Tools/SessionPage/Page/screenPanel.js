import { element, setChildren, show } from './dom.js';
import { visible } from './visible.js';

const COLORS = ['accent', 'success', 'warning', 'danger', 'muted'];

/** The app's screen after the selected step, as text in its colors. */
export class ScreenPanel {
  constructor(section, node) {
    this.section = section;
    this.node = node;
    this.screens = null;
    this.shown = -2;
  }

  use(screens) {
    this.screens = screens;
    this.shown = null;
    show(this.section, false);
  }

  draw(number) {
    if (this.screens === null) return;
    const lines = this.screens.screen(number);
    // A screen that is being drawn by the server does not clear the previous one.
    if (lines === null) return;
    show(this.section, lines !== undefined);
    if (lines === undefined) return;
    const shown = JSON.stringify(lines);
    if (shown === this.shown) return;
    this.shown = shown;
    setChildren(this.node, ...lines.map((pieces) => element('span', { class: 'screen-line' },
      ...pieces.map(([text, style]) =>
        element('span', { class: styleClass(style), text: visible(text) })), '\n')));
  }
}

/** Returns the classes of a style, omitting unknown colors. */
export function styleClass(style) {
  const classes = [];
  if (COLORS.includes(style.color)) classes.push(`ink-${style.color}`);
  if (style.bold) classes.push('bold');
  if (style.dim) classes.push('dim');
  if (style.underline || style.underlined) classes.push('underline');
  if (style.inverse || style.reversed) classes.push('inverse');
  return classes.length > 0 ? classes.join(' ') : null;
}
