import { button, element, setChildren } from './dom.js';
import { lineText } from './visible.js';

/**
 * The buttons and the form that replay a served session with a different action, or without one.
 *
 * They stay as they are while the panel of a step is drawn again.
 */
export class StepEditor {
  /** `address` receives the edits. */
  constructor(address) {
    this.address = address;
    this.number = null;
    this.session = null;
    this.form = element('div', { class: 'step-editor' });
  }

  /** Returns the buttons for a step, and the form if it is open. */
  parts(session, number, record) {
    if (this.number !== number || this.session !== session) {
      [this.number, this.session] = [number, session];
      setChildren(this.form);
    }
    if (record.kind !== 'action') return [];
    return [
      element('div', { class: 'step-edits' },
        button('Edit', () => this.open(record.wholeAction),
          { class: 'small', title: 'Replay the session with a different action here' }),
        button('Leave out', () => this.send(number, ''),
          { class: 'small', title: 'Replay the session without this step' })),
      this.form,
    ];
  }

  open(action) {
    const { number } = this;
    const field = element('input', {
      type: 'text', value: action, 'aria-label': 'Action instead', spellcheck: 'false',
      autocomplete: 'off',
    });
    setChildren(this.form, element('form', {
      onsubmit: (event) => {
        event.preventDefault();
        if (field.value.trim() !== '') this.send(number, field.value.trim(), field);
      },
      onkeydown: (event) => {
        if (event.key === 'Escape') setChildren(this.form);
        // Letters are text here, and not commands of the page.
        event.stopPropagation();
      },
    }, field, element('button', { type: 'submit', text: 'Replay', class: 'small' })));
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** Sends an edit, and shows its result unless a different step has been selected. */
  async send(number, action, field = null) {
    this.say('status', 'replaying…', field);
    let answer;
    try {
      const response = await fetch(`${this.address}&step=${number}`,
        { method: 'POST', body: action });
      answer = response.ok ? await response.json() : { problem: await response.text() };
    } catch (error) {
      answer = { problem: `not sent: ${error.message}` };
    }
    if (this.number !== number) return;
    if (answer.problem) this.say('alert', answer.problem, field);
    else this.show(answer, number);
  }

  /** Shows a line below the field, which keeps its text to be corrected. */
  say(role, text, field) {
    const line = element('p', { class: 'answer', role, text: lineText(text, 600) });
    if (field === null) {
      setChildren(this.form, line);
      return;
    }
    // A field that is inserted again would lose the focus.
    while (field.form.nextSibling) field.form.nextSibling.remove();
    field.form.after(line);
  }

  show({ name, address, report }, number) {
    setChildren(this.form,
      element('p', { role: 'status' }, 'Replayed as a new session: ',
        element('a', {
          href: `${address}#step=${number}`, target: '_blank', rel: 'noopener',
          text: lineText(name, 80),
        })),
      element('ul', { class: 'steps' },
        ...report.map((line) => element('li', { text: lineText(line.trim(), 300) }))));
  }
}
