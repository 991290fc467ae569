import { byID, element, setChildren, show } from './dom.js';
import { decodeBase64 } from './report.js';
import { servedResult } from './servedViews.js';
import { Updates } from './updates.js';
import { lineText } from './visible.js';

// The maximum number of requests for the example of an action.
const EXAMPLE_REQUESTS = 8;

/**
 * A session that continues: its steps as they happen, and a field that sends actions to the app.
 */
export class LiveSession {
  /** `begin` shows a log, `append` adds a member to it, and `showResult` the result of a replay. */
  constructor(live, { begin, append, showResult }) {
    this.live = live;
    this.begin = begin;
    this.append = append;
    this.showResult = showResult;
    this.sent = 0;
  }

  start() {
    this.updates = new Updates(this.live.events);
    this.updates.say('waiting', 'Waiting for the session…');
    this.updates.take('log', async (data) => {
      await this.begin(decodeBase64(data));
      this.updates.say('live', 'live');
    });
    this.updates.take('block', (data) => this.append(decodeBase64(data)));
    this.updates.take('end', async () => {
      this.updates.end('ended', 'The session has ended.');
      byID('action').disabled = true;
      if (this.live.result) this.showResult(await servedResult(this.live.result));
    });
    this.updates.take('failure', (data) => this.updates.end('failed', JSON.parse(data).message));
    if (this.live.actions) this.offerField();
  }

  offerField() {
    show(byID('sender'), true);
    const field = byID('action');
    byID('sender').addEventListener('submit', (event) => {
      event.preventDefault();
      this.send(field);
    });
    if (!this.live.complete) return;
    field.addEventListener('input', () => this.complete(field.value));
    this.showExample(field);
  }

  /** Shows the first action of the app in the empty field. */
  async showExample(field) {
    let example = '';
    for (let count = 0; count < EXAMPLE_REQUESTS; count += 1) {
      const [next] = await this.offers(example);
      if (next === undefined || next === example) break;
      example = next;
      if (!/[.[]$/.test(example)) break;
    }
    if (example !== '') field.placeholder = lineText(example.replace(/[.[(]$| = $/, ''), 80);
  }

  async send(field) {
    const text = field.value.trim();
    if (text === '') return;
    // The next action may be typed and sent before the response to this one arrives.
    field.value = '';
    const number = ++this.sent;
    let problem = '';
    try {
      const response = await fetch(this.live.actions, { method: 'POST', body: text });
      if (!response.ok) problem = await response.text();
    } catch (error) {
      problem = `not sent: ${error.message}`;
    }
    // A success does not hide the response to a later action.
    if (problem !== '' || number === this.sent) this.answer(problem);
    if (problem !== '' && field.value === '') field.value = text;
  }

  answer(text) {
    byID('answer').textContent = lineText(text, 600);
  }

  async complete(text) {
    const offers = await this.offers(text);
    if (byID('action').value !== text) return;
    setChildren(byID('completions'),
      ...offers.slice(0, 50).map((value) => element('option', { value })));
  }

  /** Returns the lines that continue a text. Empty if the server does not answer. */
  async offers(text) {
    const separator = this.live.complete.includes('?') ? '&' : '?';
    try {
      const query = `${separator}text=${encodeURIComponent(text)}`;
      const response = await fetch(this.live.complete + query);
      const offers = await response.json();
      return Array.isArray(offers) ? offers.map(String) : [];
    } catch (error) {
      return [];
    }
  }
}
