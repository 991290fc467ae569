import { byID, show } from './dom.js';
import { lineText } from './visible.js';

// Many pages share connections in turn, so only an interruption of this length counts as a loss.
const LOSS_DELAY = 2000;

/** The events of a server, with the state of the connection in the header. */
export class Updates {
  constructor(address) {
    this.state = 'waiting';
    this.text = '';
    this.work = Promise.resolve();
    this.source = new EventSource(address);
    this.source.addEventListener('error', () => {
      clearTimeout(this.loss);
      this.loss = setTimeout(() => this.draw('lost', 'Connection lost; trying again…'), LOSS_DELAY);
    });
    this.source.addEventListener('open', () => {
      clearTimeout(this.loss);
      this.draw(this.state, this.text);
    });
  }

  /** Handles the events of a name, each after the previous event of any name. */
  take(name, handle) {
    this.source.addEventListener(name, (event) => {
      this.work = this.work.then(() => handle(event.data))
        .catch((error) => this.say('failed', error.message));
    });
  }

  /** Ends the connection, and shows why. */
  end(state, text) {
    this.source.close();
    clearTimeout(this.loss);
    this.say(state, text);
  }

  /** Shows the state of the subject, which is shown again after a loss of the connection. */
  say(state, text) {
    this.state = state;
    this.text = text;
    this.draw(state, text);
  }

  draw(state, text) {
    const node = byID('live-state');
    const line = lineText(text);
    show(node, true);
    node.dataset.state = state;
    // Screen readers announce each change.
    if (node.textContent !== line) node.textContent = line;
  }
}
