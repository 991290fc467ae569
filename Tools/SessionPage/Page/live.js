import { byID, element, setChildren, show } from './dom.js';
import { decodeBase64 } from './report.js';
import { servedResult } from './servedViews.js';
import { lineText } from './visible.js';

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
    this.work = Promise.resolve();
    this.state = 'waiting';
    this.sent = 0;
  }

  start() {
    this.say('waiting', 'Waiting for the session…');
    const source = new EventSource(this.live.events);
    const take = (name, handle) => source.addEventListener(name, (event) => {
      // In sequence, because a block belongs to the log that arrived before it.
      this.work = this.work.then(() => handle(event))
        .catch((error) => this.say('failed', error.message));
    });
    take('log', async (event) => {
      await this.begin(decodeBase64(event.data));
      this.say('live', 'live');
    });
    take('block', (event) => this.append(decodeBase64(event.data)));
    take('end', async () => {
      source.close();
      clearTimeout(this.loss);
      this.say('ended', 'The session has ended.');
      if (this.live.result) this.showResult(await servedResult(this.live.result));
    });
    take('failure', (event) => {
      source.close();
      clearTimeout(this.loss);
      this.say('failed', JSON.parse(event.data).message);
    });
    source.addEventListener('error', () => {
      // Many pages share connections in turn, so only a lasting interruption counts as a loss.
      if (this.state !== 'live') return;
      clearTimeout(this.loss);
      this.loss = setTimeout(() => this.say('lost', 'Connection lost; trying again…'), 2000);
    });
    source.addEventListener('open', () => {
      clearTimeout(this.loss);
      if (this.state === 'lost') this.say('live', 'live');
    });
    if (this.live.actions) this.offerField();
  }

  say(state, text) {
    this.state = state;
    const node = byID('live-state');
    show(node, true);
    node.dataset.state = state;
    node.textContent = lineText(text);
    const field = byID('action');
    if (field) field.disabled = state === 'ended';
  }

  offerField() {
    show(byID('sender'), true);
    const field = byID('action');
    byID('sender').addEventListener('submit', (event) => {
      event.preventDefault();
      this.send(field);
    });
    if (this.live.complete) field.addEventListener('input', () => this.complete(field.value));
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
    const separator = this.live.complete.includes('?') ? '&' : '?';
    try {
      const query = `${separator}text=${encodeURIComponent(text)}`;
      const response = await fetch(this.live.complete + query);
      const offers = await response.json();
      if (byID('action').value !== text || !Array.isArray(offers)) return;
      setChildren(byID('completions'),
        ...offers.slice(0, 50).map((value) => element('option', { value: String(value) })));
    } catch (error) {
      setChildren(byID('completions'));
    }
  }
}
