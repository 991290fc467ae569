import { logTone, newFailures } from './corpusLogs.js';
import { byID } from './dom.js';
import { showMessage } from './header.js';
import { reportLogs } from './report.js';
import { Updates } from './updates.js';
import { amountText, countText, lineText } from './visible.js';

/** The page of a served folder: an overview that is kept up to date. */
export class ServedFolder {
  constructor(app) {
    this.app = app;
    this.hasBegun = false;
  }

  start() {
    this.updates = new Updates(this.app.report.folder.updates);
    this.updates.say('waiting', 'Reading the folder…');
    this.updates.take('folder', (data) => this.show(JSON.parse(data)));
  }

  show({ logs, overview, message }) {
    const { app } = this;
    const earlier = app.report.logs;
    app.report = {
      ...app.report, logs: reportLogs(logs), overview, isUnreadable: Boolean(message),
    };
    const isReplaying = logs.some((log) => log.state === 'waiting');
    if (message && logs.length === 0) this.updates.say('waiting', 'waiting for the folder');
    else this.updates.say('live', isReplaying ? 'replaying…' : 'live');
    showMessage(message ? 'A folder cannot be read.' : null, message || '');
    const failed = app.report.logs.filter((log) => logTone(log) === 'bad').length;
    document.title = (failed > 0 ? `${countText(failed)} failed · ` : '')
      + lineText(app.report.title);
    if (!this.hasBegun) app.turnTo('overview');
    else app.overview.draw(app.report);
    if (this.hasBegun) this.announce(newFailures(earlier, app.report.logs));
    this.hasBegun = true;
  }

  /** Announces failures to screen readers. */
  announce(failures) {
    if (failures.length === 0) return;
    byID('now').textContent = failures.length > 1 ? `${amountText(failures.length, 'log')} failed.`
      : lineText(failures[0]);
  }
}
