import { byID, show } from './dom.js';
import { Search } from './search.js';
import { countText } from './visible.js';

// The milliseconds of searching before the page draws and handles events again.
const SEARCH_SLICE = 12;
// The milliseconds after which the matches so far are drawn while the search continues.
const DELAY = 80;

/** The search field. The list has the matching steps, as they are found. */
export class SearchBar {
  constructor(model) {
    this.model = model;
    this.field = byID('search');
    this.note = byID('found');
    this.search = null;
    this.field.addEventListener('input', () => this.begin());
    byID('search-form').addEventListener('submit', (event) => event.preventDefault());
    this.field.addEventListener('keydown', (event) => this.key(event));
  }

  reset() {
    this.search = null;
    this.field.value = '';
    this.note.textContent = '';
    show(byID('search-form'), this.model.session !== null);
  }

  begin() {
    const { model } = this;
    const query = this.field.value.trim();
    if (query === '' || !model.session) {
      this.search = null;
      this.note.textContent = '';
      if (model.found !== null) model.setFound('', null, null);
      return;
    }
    this.search = new Search(model.session, model.all, query);
    this.shownAt = performance.now();
    this.advance(this.search);
  }

  advance(search) {
    if (this.search !== search) return;
    search.advance(SEARCH_SLICE, () => performance.now());
    const now = performance.now();
    if (search.isDone || now - this.shownAt > DELAY) {
      this.shownAt = now;
      this.model.setFound(this.field.value.trim(), search.found.slice(), new Map(search.calls));
    }
    const count = countText(search.found.length);
    const found = search.found.length === 0 ? 'nothing found' : `${count} found`;
    this.note.textContent = search.isDone ? found : `${count}…`;
    if (!search.isDone) setTimeout(() => this.advance(search), 0);
  }

  /** Enter selects the next match, and Shift-Enter the previous one. Escape ends the search. */
  key(event) {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.model.move(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.clear();
      byID('steps').focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.model.move(event.key === 'ArrowUp' ? -1 : 1);
    }
  }

  focus() {
    this.field.focus();
    this.field.select();
  }

  /** Ends the search, and returns whether there was one. */
  clear() {
    if (this.field.value === '') return false;
    this.field.value = '';
    this.begin();
    return true;
  }
}
