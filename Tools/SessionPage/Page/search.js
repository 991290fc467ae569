/**
 * A search that runs in slices, so that the page remains responsive.
 *
 * A step matches if its action, its mark, its changes or the calls of its effects contain every
 * word. A word with the prefix `path:`, `action:` or `call:` is searched only there. A word in
 * quotes may contain spaces.
 */
export class Search {
  constructor(session, numbers, query) {
    this.session = session;
    this.numbers = numbers;
    this.words = parseQuery(query);
    this.found = [];
    /** The calls that have a word, by the steps that match. */
    this.calls = new Map();
    this.position = 0;
  }

  get isDone() {
    return this.position >= this.numbers.length;
  }

  /** Searches steps until time is up. `now` returns milliseconds. */
  advance(milliseconds, now) {
    const end = now() + milliseconds;
    while (!this.isDone) {
      const number = this.numbers.at(this.position);
      if (number > this.session.start) this.searchStep(number);
      this.position += 1;
      if (this.position % 64 === 0 && now() >= end) return;
    }
  }

  searchStep(number) {
    const calls = matchingCalls(this.session.callsOf(number), this.words);
    if (!matchesStep(this.session, number, this.words, calls)) return;
    this.found.push(number);
    const found = new Set(calls.flat());
    if (found.size > 0) this.calls.set(number, found);
  }
}

/** Returns the words of a query in lowercase: {field: 'any'|'path'|'action'|'call', text}. */
export function parseQuery(query) {
  const words = [];
  for (const match of query.matchAll(/(?:(path|action|call):)?(?:"([^"]*)"?|(\S+))/gi)) {
    const text = (match[2] === undefined ? match[3] : match[2]).toLowerCase();
    if (text !== '') words.push({ field: (match[1] || 'any').toLowerCase(), text });
  }
  return words;
}

/** Returns the calls that have each of the words. */
function matchingCalls(calls, words) {
  if (calls.length === 0 || words.length === 0) return words.map(() => []);
  const texts = calls.map((call) => call.lineText.toLowerCase());
  return words.map(({ field, text }) => (field === 'any' || field === 'call'
    ? calls.filter((_, index) => texts[index].includes(text)) : []));
}

/**
 * Returns whether a step has all the words, given the calls that have each of them. Its changes are
 * read only if necessary.
 */
function matchesStep(session, number, words, calls) {
  const step = session.step(number);
  if (!step) return false;
  const isInAction = (text) => step.action.toLowerCase().includes(text)
    || step.wholeAction.toLowerCase().includes(text);
  let changes = null;
  const changed = (test) => {
    if (!step.changesState || !session.hasStates) return false;
    if (changes === null) changes = session.changes(number);
    return changes.some(test);
  };
  const has = (text, part) => typeof text === 'string' && text.toLowerCase().includes(part);
  return words.every(({ field, text }, index) => {
    if (calls[index].length > 0) return true;
    if (field === 'call') return false;
    if (field === 'action') return isInAction(text);
    if (field === 'path') return changed((change) => has(change.path, text));
    return isInAction(text)
      || changed(({ path, old, new: fresh }) => has(path, text) || has(old, text)
        || has(fresh, text));
  });
}
