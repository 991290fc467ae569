/**
 * A search that runs in slices, so that the page remains responsive.
 *
 * A step matches if its action, its mark or its changes contain every word. A word with the prefix
 * `path:` or `action:` is searched only there. A word in quotes may contain spaces.
 */
export class Search {
  constructor(session, numbers, query) {
    this.session = session;
    this.numbers = numbers;
    this.words = parseQuery(query);
    this.found = [];
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
      if (number > this.session.start
        && matchesStep(this.session, number, this.words)) this.found.push(number);
      this.position += 1;
      if (this.position % 64 === 0 && now() >= end) return;
    }
  }
}

/** Returns the words of a query in lowercase: {field: 'any'|'path'|'action', text}. */
export function parseQuery(query) {
  const words = [];
  for (const match of query.matchAll(/(?:(path|action):)?(?:"([^"]*)"?|(\S+))/gi)) {
    const text = (match[2] === undefined ? match[3] : match[2]).toLowerCase();
    if (text !== '') words.push({ field: (match[1] || 'any').toLowerCase(), text });
  }
  return words;
}

/** Returns whether a step has all the words. Its changes are read only if necessary. */
export function matchesStep(session, number, words) {
  const step = session.step(number);
  if (!step) return false;
  const action = step.action.toLowerCase();
  let changes = null;
  const changed = (test) => {
    if (!step.changesState || !session.hasStates) return false;
    if (changes === null) changes = session.changes(number);
    return changes.some(test);
  };
  const has = (text, part) => typeof text === 'string' && text.toLowerCase().includes(part);
  return words.every(({ field, text }) => {
    if (field === 'action') return action.includes(text);
    if (field === 'path') return changed((change) => has(change.path, text));
    return action.includes(text)
      || changed(({ path, old, new: fresh }) => has(path, text) || has(old, text)
        || has(fresh, text));
  });
}
