import { formatAddress, parseAddress } from './address.js';
import { DivergencePanel } from './divergence.js';
import { byID, setAttribute, show } from './dom.js';
import { EffectsNote } from './effectsNote.js';
import { SessionFacts } from './facts.js';
import { offerLogs, sessionFacts, showIdentity, showMessage } from './header.js';
import { Lanes } from './lanes.js';
import { PageModel } from './model.js';
import { Overview } from './overview.js';
import { offerFailure } from './panes.js';
import { Playback } from './playback.js';
import { fillPrint } from './printing.js';
import { logResult, verdictTone } from './results.js';
import { sessionRows } from './rows.js';
import { ScreenPanel } from './screenPanel.js';
import { SearchBar } from './searchBar.js';
import { StateTree } from './stateTree.js';
import { StepEditor } from './stepEditor.js';
import { StepList } from './stepList.js';
import { StepPanel } from './stepPanel.js';
import { Theme } from './theme.js';
import { TimelineView } from './timelineView.js';
import { ValueHistory } from './valueHistory.js';
import { amountText, countText, lineText } from './visible.js';

// The time for a session of usual size before it is first drawn. The rest is done in slices.
const FIRST_SLICE = 40;
const LATER_SLICE = 10;
const ADDRESS_DELAY = 200;
const ANNOUNCEMENT_DELAY = 150;

/** The page: the model, its views, and the connections between them. */
export class App {
  constructor(report) {
    this.report = report;
    this.model = new PageModel();
    this.lanes = null;
    this.result = null;
    this.identity = { title: report.title, facts: report.program || '', result: null };
    this.facts = new SessionFacts(this.model, () => this.lanes, () => this.link());
    this.theme = new Theme(() => { if (this.timeline) this.timeline.draw(); });
    const { model, facts } = this;
    this.list = new StepList(byID('steps'), model, facts);
    this.timeline = new TimelineView(byID('timeline'), model, {
      colors: () => this.theme.colors(), failureStep: () => facts.failure,
      changeNumbers: () => facts.history().map((change) => change.number).slice(0, 5000),
    });
    const edit = report.live ? report.live.edit : null;
    this.step = new StepPanel(byID('step'), model, facts, edit ? new StepEditor(edit) : null);
    this.tree = new StateTree(byID('tree'), model, facts);
    this.history = new ValueHistory(byID('history'), model, facts);
    this.screen = new ScreenPanel(byID('screen-section'), byID('screen'));
    this.effects = new EffectsNote(byID('effects'), model);
    this.divergence = new DivergencePanel(byID('divergence'), model, facts);
    this.overview = new Overview(byID('overview'), (index) => this.openLogSoon(index));
    this.search = new SearchBar(model);
    this.playback = new Playback(model, () => this.drawPlayback());
    model.observe((what) => this.draw(what));
    window.addEventListener('hashchange', () => this.followAddress());
    window.addEventListener('beforeprint', () => this.print());
  }

  /** Shows the empty viewer, the overview or a session. */
  turnTo(name) {
    this.playback.stop();
    if (name === 'overview') this.opener.abandon();
    for (const each of ['viewer', 'overview', 'session']) show(byID(each), each === name);
    this.effects.use(name === 'session' ? this.result : null);
    show(byID('overview-button'), this.report.overview !== null && name !== 'overview');
    this.search.reset();
    if (name === 'overview') {
      showIdentity({ title: this.report.title, facts: this.report.program || '', result: null });
      this.overview.draw(this.report);
      // With the focus, it scrolls by key.
      byID('overview').focus({ preventScroll: true });
    }
  }

  openLogSoon(index) {
    this.opener.openLog(index, null).then(() => {
      if (!byID('session').hidden) byID('steps').focus();
    });
  }

  /** Shows a session at the step in the address, or at the failure. */
  showSession(session, { log, title, bytes, result, screens, step, path }) {
    this.facts.reset();
    this.identity = { title, facts: sessionFacts(session, bytes), result: null };
    this.useResult(result);
    const rows = sessionRows(session);
    this.lanes = new Lanes(session, rows);
    // Without this, the order of the lanes would be that of the list's visible rows.
    this.lanes.advance(rows, FIRST_SLICE, () => performance.now());
    this.timeline.lanes = this.lanes;
    this.tree.reset();
    this.screen.use(screens);
    this.model.session = session;
    this.turnTo('session');
    showIdentity(this.identity);
    offerLogs(this.report, log, (index) => this.openLogSoon(index));
    const { damage } = session;
    const intact = amountText(session.count, 'intact step');
    showMessage(damage ? `The log is damaged; it has ${intact}:` : null,
      damage ? damage.message : '');
    const opensAtFailure = step === null && this.facts.failure !== null;
    this.model.open(session, log, opensAtFailure ? this.facts.failure : step,
      path === null && opensAtFailure ? this.failingPath : path);
    this.showDifference();
    this.work(FIRST_SLICE);
  }

  /** Shows the result of a replay, and the pane of a failure. */
  useResult(result) {
    this.result = logResult(result);
    this.facts.useResult(this.result);
    this.identity.result = this.result;
    this.divergence.use(this.result);
    this.effects.use(this.result);
    const hasFailed = verdictTone(this.result) === 'bad';
    byID('session').dataset.failed = String(hasFailed);
    offerFailure(hasFailed);
  }

  /** Shows the calls around a difference in the list, and scrolls to the lines that differ. */
  showDifference() {
    const { difference } = this.facts;
    if (difference !== null) this.model.showCalls(difference.step);
    this.divergence.reveal();
  }

  /** The path of the value that differs in a failed replay, or null. */
  get failingPath() {
    const found = this.result && this.result.divergence ? this.result.divergence.path : null;
    return found || null;
  }

  /** Shows the result of a session that has ended. A page at its end goes to the failure. */
  showResult(result) {
    const { model } = this;
    if (!model.session || result === null) return;
    this.useResult(result);
    showIdentity(this.identity);
    this.list.reload();
    this.timeline.draw();
    if (this.facts.failure === null || model.step !== model.session.last) return;
    model.select(this.facts.failure);
    model.selectPath(this.failingPath);
    this.showDifference();
  }

  /** Finds causes and lanes, one slice at a time. */
  work(milliseconds) {
    const { session, causes, all } = this.model;
    const now = () => performance.now();
    const isDone = causes.advance(all, milliseconds / 2, now)
      && this.lanes.advance(all, milliseconds / 2, now);
    this.timeline.draw();
    if (isDone) {
      this.list.reload();
      this.step.draw();
      return;
    }
    setTimeout(() => { if (this.model.session === session) this.work(LATER_SLICE); }, 0);
  }

  /** Updates a session that has grown, and follows its end unless the user has moved elsewhere. */
  grow(previousLast) {
    const { model } = this;
    const follows = model.step === previousLast && this.list.isAtEnd;
    this.identity.facts = sessionFacts(model.session, 0);
    byID('facts').textContent = this.identity.facts;
    model.grow();
    this.work(FIRST_SLICE);
    if (follows) model.last();
  }

  /** Draws the parts that a change of the model affects. */
  draw(what) {
    const { model } = this;
    if (!model.session) return;
    if (what === 'session') this.list.node.scrollTop = 0;
    if (what === 'session' || what === 'rows') {
      this.list.reload();
      this.drawRowsNote();
    }
    if (what !== 'path') {
      this.list.reveal();
      this.list.draw();
      this.screen.draw(this.facts.stateStep(model.step));
    }
    this.step.draw();
    this.history.draw();
    // The tree comes last, because measuring its rows lays out all previous changes.
    if (what === 'path') this.tree.mark();
    else this.tree.draw(what !== 'rows');
    if (what === 'session' || what === 'rows') this.timeline.draw();
    else this.timeline.drawSelection();
    byID('state-note').textContent = this.facts.stateNote(model.step);
    if (what !== 'path') this.announceSoon();
    this.writeAddressSoon();
  }

  drawRowsNote() {
    const { model } = this;
    const shown = model.found === null ? model.rows.length - 1 : model.rows.length;
    const all = model.session.count;
    byID('steps-note').textContent = shown >= all
      ? countText(all) : `${countText(Math.max(0, shown))} of ${countText(all)}`;
    setAttribute(byID('fold'), 'aria-pressed', model.areFolded);
  }

  drawPlayback() {
    const { isPlaying, speed } = this.playback;
    const play = byID('play');
    play.textContent = isPlaying ? '❚❚' : '▶';
    setAttribute(play, 'aria-label', isPlaying ? 'Stop' : 'Play');
    byID('speed').textContent = `${speed}×`;
    setAttribute(byID('speed'), 'aria-label', `Speed ${speed} times; faster`);
  }

  /** Announces the selected step to screen readers, unless a different one follows at once. */
  announceSoon() {
    clearTimeout(this.announcement);
    this.announcement = setTimeout(() => this.announce(), ANNOUNCEMENT_DELAY);
  }

  announce() {
    if (!this.model.session) return;
    const { session, step } = this.model;
    const record = step > session.start ? session.step(step) : null;
    const count = this.facts.shownChanges(step).length;
    const changes = session.hasStates && record ? `. ${amountText(count, 'change')}.` : '';
    const callCount = session.callsOf(step).length;
    const calls = callCount > 0 ? ` ${amountText(callCount, 'call')}.` : '';
    byID('now').textContent = record
      ? `Step ${step}: ${lineText(record.action, 160)}${changes}${calls}`
        : 'The beginning.';
  }

  /** Updates the address after a delay, because browsers block a page that does so very often. */
  writeAddressSoon() {
    if (this.addressTimer) return;
    this.addressTimer = setTimeout(() => {
      this.addressTimer = null;
      this.writeAddress();
    }, ADDRESS_DELAY);
  }

  /** The part of the address that names the selection. */
  get address() {
    const { step, path, log } = this.model;
    return formatAddress({ step, path, log: this.report.logs.length > 0 ? log : null });
  }

  /** Returns the address of the page at the selected step. */
  link() {
    return window.location.href.replace(/#.*$/, '') + this.address;
  }

  writeAddress() {
    const { address } = this;
    if (address === window.location.hash) return;
    try {
      window.history.replaceState(null, '', address);
    } catch (error) {
      // A page without its own address continues without one.
    }
  }

  followAddress() {
    const { step, path, log } = parseAddress(window.location.hash);
    const named = this.report.logs[log];
    if (named && named.log !== null && log !== this.model.log) {
      this.opener.openLog(log, { step, path });
      return;
    }
    if (step !== null) this.model.select(step);
    this.model.selectPath(path);
  }

  print() {
    fillPrint(byID('print'), { ...this.identity, model: this.model, helpers: this.facts });
  }
}
