import { byID, setAttribute, show } from './dom.js';
import { fillKeyDialog, handleKey, pageKeys } from './keys.js';
import { PANES, turnByArrows, turnPane } from './panes.js';
import { Splitter } from './splitter.js';
import { acceptFiles } from './viewer.js';

/** Connects buttons and keys to their functions. */
export function connectControls(app) {
  const { model, list, playback, search, theme, timeline } = app;
  const dialog = byID('keys');
  const help = () => (dialog.open ? dialog.close() : dialog.showModal());
  const timeScale = () => {
    timeline.byTime = !timeline.byTime;
    byID('scale').textContent = timeline.byTime ? 'time' : 'steps';
    setAttribute(byID('scale'), 'aria-label', `Timeline by ${timeline.byTime ? 'time' : 'steps'}`);
    timeline.draw();
  };
  const hasSession = () => model.session !== null && !byID('session').hidden;
  const inSession = (run) => () => {
    if (hasSession()) run();
    return hasSession();
  };
  /** In an overview, the arrows scroll, and the letter moves between logs. */
  const move = (offset, letter) => (key) => {
    const isMoving = hasSession() || key === letter;
    if (isMoving) (hasSession() ? model : app.overview).move(offset);
    return isMoving;
  };
  const overview = () => {
    if (!byID('folder-link').hidden) byID('folder-link').click();
    else if (app.report.overview !== null) app.turnTo('overview');
  };
  const goToFailure = () => { if (app.facts.failure !== null) model.select(app.facts.failure); };
  const keys = pageKeys({
    next: move(1, 'j'), previous: move(-1, 'k'),
    pageDown: inSession(() => model.move(list.page)),
      pageUp: inSession(() => model.move(-list.page)),
    first: inSession(() => model.first()), last: inSession(() => model.last()),
    play: inSession(() => playback.toggle()), faster: () => playback.change(1),
      slower: () => playback.change(-1),
    nextChange: inSession(() => model.nextChange(true)),
    previousChange: inSession(() => model.nextChange(false)),
    cause: inSession(() => model.goToCause()), failure: inSession(goToFailure),
    fold: inSession(() => model.toggleFold(model.step)),
      foldAll: inSession(() => model.foldAll(!model.areFolded)),
    calls: inSession(() => model.toggleCalls(model.step)),
      allCalls: inSession(() => model.showAllCalls(!model.areCallsOpen)),
    search: () => (hasSession() ? search.focus() : app.overview.focus()),
    toSteps: inSession(() => turnPane('steps', true)),
      toState: inSession(() => turnPane('state', true)),
    timeScale: inSession(timeScale), overview, theme: () => theme.next(), help,
    escape: () => { if (!search.clear()) model.selectPath(null); },
  });
  fillKeyDialog(dialog, keys);
  document.addEventListener('keydown', (event) => handleKey(event, keys, dialog));
  const click = (id, run) => byID(id).addEventListener('click', run);
  click('keys-button', help);
  click('theme-button', () => theme.next());
  click('overview-button', overview);
  click('verdict', goToFailure);
  click('fold', () => model.foldAll(!model.areFolded));
  click('play', () => playback.toggle());
  click('to-previous', () => model.move(-1));
  click('to-next', () => model.move(1));
  click('speed', () => playback.change(playback.speed >= 64 ? -7 : 1));
  click('scale', timeScale);
  click('open-button', () => byID('file').click());
  click('choose', () => byID('file').click());
  acceptFiles(byID('file'), document.body, (file) => app.opener.openFile(file));
  for (const pane of PANES) click(`tab-${pane}`, () => turnPane(pane, false));
  byID('tabs').addEventListener('keydown', turnByArrows);
  connectSplitters();
  turnPane('steps', false);
  show(byID('tabs'), true);
}

/** Makes the panes resizable. */
function connectSplitters() {
  const owner = byID('session');
  const connect = (id, pane, property, isBefore) => new Splitter(byID(id),
    { owner, pane: byID(pane), property, isBefore });
  connect('split-steps', 'steps-pane', '--steps-width', true);
  connect('split-failure', 'divergence', '--failure-height', true);
  connect('split-screen', 'screen-section', '--screen-height', false);
  connect('split-state', 'state-pane', '--state-width', false);
  connect('split-history', 'history', '--history-height', false);
}
