import { button, element, setChildren } from './dom.js';

/**
 * Returns the keyboard shortcuts: their keys, a description and the function. A capital letter
 * requires Shift.
 */
export function pageKeys(actions) {
  return [
    [['ArrowDown', 'ArrowRight', 'j'], '↓ → j', 'next step, or log (j)', actions.next],
    [['ArrowUp', 'ArrowLeft', 'k'], '↑ ← k', 'previous step, or log (k)', actions.previous],
    [['PageDown'], 'Page down', 'a page of steps on', actions.pageDown],
    [['PageUp'], 'Page up', 'a page of steps back', actions.pageUp],
    [['Home', 'g'], 'g Home', 'the beginning', actions.first],
    [['End', 'G'], 'G End', 'last step', actions.last],
    [[' '], 'Space', 'play at the recorded speed, or stop', actions.play],
    [['+', '='], '+', 'faster', actions.faster],
    [['-'], '-', 'slower', actions.slower],
    [['n'], 'n', 'next change of the selected value', actions.nextChange],
    [['N'], 'N', 'previous change of the selected value', actions.previousChange],
    [['c'], 'c', 'the step that caused this one', actions.cause],
    [['d'], 'd', 'the step where the replay failed', actions.failure],
    [['Enter'], 'Enter', 'fold or show what effects of this step sent', actions.fold],
    [['f'], 'f', 'fold or show what all effects sent', actions.foldAll],
    [['e'], 'e', 'show or fold the calls that effects of this step made', actions.calls],
    [['E'], 'E', 'show or fold the calls of all steps', actions.allCalls],
    [['/'], '/', 'search', actions.search],
    [['s'], 's', 'to the steps', actions.toSteps],
    [['v'], 'v', 'to the state', actions.toState],
    [['t'], 't', 'timeline by steps or by time', actions.timeScale],
    [['o'], 'o', 'overview of all logs', actions.overview],
    [['L'], 'L', 'light, dark, or as the system is', actions.theme],
    [['?'], '?', 'these keys', actions.help],
    [['Escape'], 'Esc', 'close, leave the search, or give up the value', actions.escape],
  ];
}

/** Performs a shortcut, unless the focused element handles keys itself. */
export function handleKey(event, keys, dialog) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
    || dialog.open) return;
  const { target } = event;
  const isField = target.matches('input, textarea, select, [contenteditable]');
  if (isField) return;
  // The focused element handles these keys itself.
  const isControl = target.matches('button, summary, a, [role=tab]');
  if (isControl && (event.key === ' ' || event.key === 'Enter')) return;
  if (target.matches('[role=tab]') && event.key.startsWith('Arrow')) return;
  for (const [names, , , run] of keys) {
    if (!names.includes(event.key)) continue;
    // A key without a function here has that of the browser, such as scrolling.
    if (run(event.key) !== false) event.preventDefault();
    return;
  }
}

/** Fills the dialog that lists the keyboard shortcuts. */
export function fillKeyDialog(dialog, keys) {
  const rows = keys.map(([, shown, text]) => element('tr', {},
    element('th', { scope: 'row' },
      ...shown.split(' ').filter((key) => key !== 'down' && key !== 'up')
      .map((key) => element('kbd', { text: key === 'Page' ? shown : key }))),
    element('td', { text })));
  setChildren(dialog,
    element('div', { class: 'dialog-head' }, element('h2', { id: 'keys-title', text: 'Keys' }),
      button('×', () => dialog.close(), { class: 'icon', 'aria-label': 'Close' })),
    element('table', { class: 'keys', 'aria-labelledby': 'keys-title' },
      element('tbody', {}, ...rows)),
    element('p', {
      class: 'muted',
      text: 'In the state: arrows move, open and close; Enter opens or closes a value.',
    }),
    element('p', {
      class: 'muted',
      text: 'A search finds actions, changed values and calls. '
        + 'path:count, action:tap and call:find look only there.',
    }));
}
