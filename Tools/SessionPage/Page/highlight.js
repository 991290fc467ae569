import { parseQuery } from './search.js';

/** Returns the words of a query that are searched in one of the fields, such as `action`. */
export function wordsIn(query, ...fields) {
  return parseQuery(query).filter(({ field }) => field === 'any' || fields.includes(field))
    .map(({ text }) => text);
}

/** Returns the ranges of words in a text, in order and without overlaps. */
export function matchRanges(text, words) {
  const lower = text.toLowerCase();
  // The lowercase form of a few characters is longer, so that its positions are not the text's.
  if (lower.length !== text.length) return [];
  const ranges = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      ranges.push({ start: at, end: at + word.length });
    }
  }
  ranges.sort((one, other) => one.start - other.start || one.end - other.end);
  const merged = [];
  for (const range of ranges) {
    const last = merged[merged.length - 1];
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push(range);
  }
  return merged;
}

/** Replaces the contents of an element by a text in which words are highlighted. */
export function setHighlighted(node, text, words) {
  const parts = [];
  let end = 0;
  for (const range of matchRanges(text, words)) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(range.start, range.end);
    parts.push(text.slice(end, range.start), mark);
    end = range.end;
  }
  node.replaceChildren(...parts, text.slice(end));
}
