import { button, element } from './dom.js';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

// The maximum lengths of a text on a line and in a panel.
const LINE_LENGTH = 240;
const PANEL_LENGTH = 2000;

/** Returns a text with control and format characters escaped as in the terminal: `\u{202e}`. */
export function visible(text) {
  return text.replace(INVISIBLE, (character) => {
    const scalar = character.codePointAt(0);
    // Joiners occur within emoji and some scripts.
    if (scalar === 0x200c || scalar === 0x200d) return character;
    return `\\u{${scalar.toString(16)}}`;
  });
}

/** Returns the first characters of a text, without splitting one. */
export function cut(text, length) {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Returns a text for one line, with invisible characters escaped and a long text truncated. */
export function lineText(text, length) {
  const limit = length || LINE_LENGTH;
  const head = cut(text, limit);
  return visible(head) + (head.length < text.length ? '…' : '');
}

/** Returns a text with identities shortened as in `show`: `products[id: 9C9DBD0C…]`. */
export function shortIdentities(text) {
  return text.replace(/"?\b([0-9A-F]{8})-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b"?/g,
    '$1…');
}

/**
 * Creates an element with a text from a log. A long text is truncated, with a button to show all of
 * it.
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

/** Returns the pieces of a path. A line may break between them: before a dot or an index. */
export function breakable(text) {
  return text.split(/(?=[.[])/).flatMap((part) => [part, element('wbr')]).slice(0, -1);
}

/** Returns a count with thousands separators and its unit. */
export function sizeText(count, unit) {
  return `${countText(count)} ${unit}`;
}

/** Returns a whole number with thousands separators. */
export function countText(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a count and its noun, with an s unless the count is 1. */
export function amountText(count, noun) {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a number of bytes in readable form. */
export function bytesText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns milliseconds since the start as `mm:ss.mmm` or `h:mm:ss.mmm`. */
export function clockText(milliseconds) {
  const pad = (value, width) => String(value).padStart(width, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const rest = pad(Math.floor(milliseconds % 1000), 3);
  const clock = `${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${rest}`;
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`;
}

/** Returns a duration in readable form. */
export function durationText(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return clockText(milliseconds);
}
