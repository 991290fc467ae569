import { byID, button, element } from './dom.js';
import { visible } from './visible.js';

// The milliseconds for which a button shows that it has copied.
const SHOWN_FOR = 1500;

/**
 * Creates a button that copies a text. Invisible characters are copied as they are shown, `\u{7}`,
 * so that a text from a log does nothing where it is pasted.
 *
 * `name` is the name of the text, such as `path`, and `text` returns it.
 */
export function copyButton(name, text) {
  const title = `Copy ${name}`;
  const node = button(title, async () => {
    const isCopied = await copy(visible(text()));
    node.textContent = isCopied ? 'Copied' : 'Not copied';
    byID('now').textContent = node.textContent;
    setTimeout(() => { node.textContent = title; }, SHOWN_FOR);
  }, { class: 'small' });
  return node;
}

/** Copies a text, and returns whether the browser allowed it. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // A page of another machine's server has no clipboard, but its selection can be copied.
    return copySelection(text);
  }
}

function copySelection(text) {
  const focused = document.activeElement;
  const field = element('textarea', { class: 'visually-hidden', 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused) focused.focus();
  return isCopied;
}
