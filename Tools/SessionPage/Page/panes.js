import { byID, setAttribute, show } from './dom.js';

/** The panes that are tabs in a narrow window, in their order. */
export const PANES = ['failure', 'steps', 'step', 'state'];

/** Shows a pane where only one has room. */
export function turnPane(name, takesFocus) {
  byID('session').dataset.pane = name;
  for (const pane of PANES) {
    const tab = byID(`tab-${pane}`);
    setAttribute(tab, 'aria-selected', pane === name);
    setAttribute(tab, 'tabindex', pane === name ? 0 : -1);
  }
  if (takesFocus) byID(name === 'state' ? 'tree' : 'steps').focus();
}

/** Goes to the next or the previous tab. */
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

/** Offers the pane of a failure, and turns to it; to the steps where there is none. */
export function offerFailure(hasFailed) {
  show(byID('tab-failure'), hasFailed);
  turnPane(hasFailed ? 'failure' : 'steps', false);
}
