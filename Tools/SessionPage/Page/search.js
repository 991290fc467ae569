/**
 * A search that goes through a session piece by piece, so that a page stays awake meanwhile.
 *
 * A step matches if every word is in its action, its mark, or what it changed. `path:` and
 * `action:` before a
 * word look there alone; a word in quotes may hold blanks.
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

  /** Looks at steps until the time is over. `now` returns milliseconds. */
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

/** Returns the words of a query: {field: 'any'|'path'|'action', text} in lower case. */
export function parseQuery(query) {
  const words = [];
  for (const match of query.matchAll(/(?:(path|action):)?(?:"([^"]*)"?|(\S+))/gi)) {
    const text = (match[2] === undefined ? match[3] : match[2]).toLowerCase();
    if (text !== '') words.push({ field: (match[1] || 'any').toLowerCase(), text });
  }
  return words;
}

/**
 * Returns whether a step has all the words. What it changed is looked up only where it is needed.
 */
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
