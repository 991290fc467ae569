import { button, element } from './dom.js';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

// What does not fit a line is cut here; what does not fit a panel, there.
const LINE_LENGTH = 240;
const PANEL_LENGTH = 2000;

/**
 * Returns a text in which control and format characters are shown as the terminal shows them:
 * `\u{202e}`.
 */
export function visible(text) {
  return text.replace(INVISIBLE, (character) => {
    const scalar = character.codePointAt(0);
    // Joiners stand within emoji and some scripts.
    if (scalar === 0x200c || scalar === 0x200d) return character;
    return `\\u{${scalar.toString(16)}}`;
  });
}

/** Returns the first characters of a text, never half of one. */
export function cut(text, length) {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Returns a text for one line: visible, and cut with an ellipsis where it is long. */
export function lineText(text, length) {
  const limit = length || LINE_LENGTH;
  const head = cut(text, limit);
  return visible(head) + (head.length < text.length ? '…' : '');
}

/**
 * Returns a text in which identities are shortened as `show` shortens them: `products[id:
 * 9C9DBD0C…]`.
 */
export function shortIdentities(text) {
  return text.replace(/"?\b([0-9A-F]{8})-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b"?/g,
    '$1…');
}

/**
 * Makes an element with a text from a log; a long text is cut, with a button that shows all of it.
 */
export function valueElement(text, properties, limit) {
  const length = limit || PANEL_LENGTH;
  const node = element('span', { ...properties });
  const head = cut(text, length);
  node.textContent = visible(head);
  if (head.length === text.length) return node;
  node.textContent += '…';
  const all = button(`show all (${sizeText(text.length, 'characters')})`, () => {
    node.textContent = visible(text);
  }, { class: 'more' });
  node.append(' ', all);
  return node;
}

/** Returns a count with its unit, with separators between thousands. */
export function sizeText(count, unit) {
  return `${countText(count)} ${unit}`;
}

/** Returns a whole number with separators between thousands. */
export function countText(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a count and its noun, which gets an s unless the count is 1. */
export function amountText(count, noun) {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a number of bytes as a person reads it. */
export function bytesText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns milliseconds since the beginning as `mm:ss.mmm`, or `h:mm:ss.mmm`. */
export function clockText(milliseconds) {
  const pad = (value, width) => String(value).padStart(width, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const rest = pad(Math.floor(milliseconds % 1000), 3);
  const clock = `${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${rest}`;
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`;
}

/** Returns a duration as a person reads it. */
export function durationText(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return clockText(milliseconds);
}
