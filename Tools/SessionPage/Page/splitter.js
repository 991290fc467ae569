import { setAttribute } from './dom.js';

// The pixels that an arrow key moves a separator, and the least size of a pane.
const STEP = 24;
const MIN_SIZE = 80;

/**
 * A separator between two panes, which changes the size of one of them: with the mouse, with the
 * arrow keys, and back to the usual size with a double click or Delete.
 *
 * `property` is the custom property of the style that `owner` sets. `isBefore` tells whether the
 * pane is left of the separator or above it.
 */
export class Splitter {
  constructor(node, { owner, pane, property, isBefore }) {
    Object.assign(this, { node, owner, pane, property, isBefore });
    this.isVertical = node.getAttribute('aria-orientation') === 'vertical';
    node.addEventListener('pointerdown', (event) => this.press(event));
    node.addEventListener('pointermove', (event) => this.move(event));
    node.addEventListener('dblclick', () => this.reset());
    node.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.describe()).observe(pane);
  }

  get size() {
    const { width, height } = this.pane.getBoundingClientRect();
    return Math.round(this.isVertical ? width : height);
  }

  /** The largest size that leaves space for the other panes. */
  get limit() {
    const { width, height } = this.owner.getBoundingClientRect();
    return Math.max(MIN_SIZE, Math.round((this.isVertical ? width : height) * 0.7));
  }

  resize(size) {
    const limited = Math.min(Math.max(MIN_SIZE, Math.round(size)), this.limit);
    this.owner.style.setProperty(this.property, `${limited}px`);
  }

  reset() {
    this.owner.style.removeProperty(this.property);
  }

  place(event) {
    return this.isVertical ? event.clientX : event.clientY;
  }

  press(event) {
    if (event.button !== 0) return;
    this.node.setPointerCapture(event.pointerId);
    this.start = { place: this.place(event), size: this.size };
  }

  move(event) {
    if ((event.buttons & 1) === 0 || !this.start) return;
    const distance = this.place(event) - this.start.place;
    this.resize(this.start.size + (this.isBefore ? distance : -distance));
  }

  key(event) {
    const [less, more] = this.isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key === 'Delete') this.reset();
    else if (event.key === less) this.resize(this.size + (this.isBefore ? -STEP : STEP));
    else if (event.key === more) this.resize(this.size + (this.isBefore ? STEP : -STEP));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Sets the position of the separator for screen readers. */
  describe() {
    setAttribute(this.node, 'aria-valuemin', MIN_SIZE);
    setAttribute(this.node, 'aria-valuemax', Math.max(this.limit, this.size));
    setAttribute(this.node, 'aria-valuenow', this.size);
  }
}
