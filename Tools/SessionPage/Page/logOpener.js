import { openSession } from '../Reader/session.js';
import { parseAddress } from './address.js';
import { showIdentity, showMessage } from './header.js';
import { logResult } from './results.js';
import { pageBytes, pageJSON } from './report.js';
import { Screens } from './screens.js';
import { ServedScreens } from './servedViews.js';
import { readFile } from './viewer.js';
import { bytesText, lineText } from './visible.js';

/**
 * Opens logs: those in the page, a file of the user's, and one that is being recorded.
 *
 * Reading a log takes time, in which the user may choose something else. The last choice is shown.
 */
export class LogOpener {
  constructor(app) {
    this.app = app;
    this.choice = null;
    app.opener = this;
  }

  /** Begins a choice. Returns a function that checks whether the choice is still the last one. */
  choose(name) {
    const choice = {};
    this.choice = choice;
    showReading(name);
    return () => this.choice === choice;
  }

  /** Drops the log that is being read, since the user went elsewhere. */
  abandon() {
    this.choice = null;
  }

  /** Opens a log of the report. `place` is {step, path}, or null for the start or the failure. */
  async openLog(index, place) {
    const entry = this.app.report.logs[index];
    const { step, path } = place || { step: null, path: null };
    let session = null;
    let screens = null;
    const isLast = this.choose(entry.name);
    try {
      session = await openSession(pageBytes(entry.log), { name: entry.path || entry.name });
    } catch (error) {
      if (isLast()) this.refuse(entry.name, entry.bytes, error, entry.result);
      return;
    }
    if (entry.screens) screens = new Screens(await pageJSON(entry.screens));
    if (!isLast()) return;
    this.app.showSession(session, {
      log: index, title: entry.name, bytes: entry.bytes, result: entry.result, screens, step, path,
    });
  }

  /** Opens a file that the user selected. */
  openFile(file) {
    return this.openBytes(file.name, readFile(file));
  }

  /** Opens bytes, or a promise of bytes. */
  async openBytes(name, bytes) {
    let read = new Uint8Array();
    let session = null;
    const isLast = this.choose(name);
    try {
      read = await bytes;
      session = await openSession(read, { name });
    } catch (error) {
      if (isLast()) this.refuseFile(name, read, error);
      return;
    }
    if (!isLast()) return;
    this.forgetReport();
    document.title = lineText(name);
    this.app.showSession(session, {
      log: 0, title: name, bytes: read.length, result: null, screens: null, step: null, path: null,
    });
  }

  refuseFile(name, bytes, error) {
    this.forgetReport();
    this.refuse(name, bytes.length, error, null);
  }

  /** Forgets the report's results for its own logs, which do not apply to a different log. */
  forgetReport() {
    this.app.report = { ...this.app.report, logs: [], overview: null };
  }

  /** Shows the reason that a log cannot be shown. */
  refuse(name, bytes, error, result) {
    const { app } = this;
    app.model.clear();
    app.turnTo('viewer');
    showIdentity({ title: name, facts: bytesText(bytes), result: logResult(result) });
    showMessage('This log cannot be shown.', error.message);
  }

  /** Shows a session that continues. If the session restarts, the selected value is kept. */
  async beginLive(bytes) {
    const { app } = this;
    const { screen, actions } = app.report.live;
    // The page of a running app begins at its last step, and the page of a log where its link says.
    const isLinked = !actions && app.model.session === null;
    const linked = isLinked ? parseAddress(window.location.hash) : {};
    const { step, path } = { step: null, path: app.model.path, ...linked };
    const session = await openSession(bytes, { isGrowing: true });
    const draw = () => app.screen.draw(app.model.step);
    const screens = screen ? new ServedScreens(screen, draw) : null;
    app.showSession(session, {
      log: 0, title: app.report.title, bytes: 0, result: null, screens,
      step: step === null ? session.last : step, path,
    });
  }

  async appendLive(member) {
    const { session } = this.app.model;
    if (!session) return;
    const { last } = session;
    await session.append(member);
    this.app.grow(last);
  }
}

/** Shows that a long log is being opened. */
function showReading(name) {
  showIdentity({ title: name, facts: 'Reading the log…', result: null });
}
