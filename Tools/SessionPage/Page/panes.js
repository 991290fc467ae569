import { byID, setAttribute, show } from './dom.js';

/** The panes that are tabs in a narrow window, in order. */
export const PANES = ['failure', 'steps', 'step', 'state'];

/** Shows a pane in a window with space for only one. */
export function turnPane(name, takesFocus) {
  byID('session').dataset.pane = name;
  for (const pane of PANES) {
    const tab = byID(`tab-${pane}`);
    setAttribute(tab, 'aria-selected', pane === name);
    setAttribute(tab, 'tabindex', pane === name ? 0 : -1);
  }
  if (takesFocus) byID(name === 'state' ? 'tree' : 'steps').focus();
}

/** Shows the next or the previous tab. */
export function turnByArrows(event) {
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  if (!(event.key in steps)) return;
  const panes = PANES.filter((name) => !byID(`tab-${name}`).hidden);
  const at = panes.indexOf(byID('session').dataset.pane) + steps[event.key];
  const pane = panes[(at + panes.length) % panes.length];
  turnPane(pane, false);
  byID(`tab-${pane}`).focus();
  event.preventDefault();
  event.stopPropagation();
}

/** Shows the pane of a failure, or that of the steps if there is no failure. */
export function offerFailure(hasFailed) {
  show(byID('tab-failure'), hasFailed);
  turnPane(hasFailed ? 'failure' : 'steps', false);
}
