import { App } from './app.js';
import { parseAddress } from './address.js';
import { connectControls } from './controls.js';
import { byID, show } from './dom.js';
import { ServedFolder } from './folder.js';
import { showIdentity, showMessage } from './header.js';
import { LiveSession } from './live.js';
import { LogOpener } from './logOpener.js';
import { pageReport } from './report.js';

/**
 * Shows the contents of the page: a log, an overview of many, a served folder, a live session, or a
 * place to drop a log.
 */
async function start() {
  const report = pageReport();
  const app = new App(report);
  const opener = new LogOpener(app);
  connectControls(app);
  // The interface for tests and the console: see Documentation/Reference/PlayerAndPage.md.
  window.reprise = { app, model: app.model, opener };
  showIdentity({ title: report.title, facts: report.program || '', result: null });
  const address = parseAddress(window.location.hash);
  const included = report.logs.findIndex((log) => log.log !== null);
  const named = address.log !== null && report.logs[address.log]
    && report.logs[address.log].log !== null;
  const { live, folder } = report;
  if (live !== null || folder !== null) show(byID('open-button'), false);
  if (folder !== null && folder.updates) {
    window.reprise.folder = new ServedFolder(app);
    window.reprise.folder.start();
    return;
  }
  if (folder !== null) {
    show(byID('folder-link'), true);
    byID('folder-link').href = folder.page;
  }
  if (report.message !== null) {
    showMessage('This log cannot be shown.', report.message);
    return;
  }
  if (live !== null) {
    window.reprise.live = new LiveSession(live, {
      begin: (bytes) => opener.beginLive(bytes), append: (member) => opener.appendLive(member),
      showResult: (result) => app.showResult(result),
    });
    window.reprise.live.start();
    return;
  }
  if (report.overview !== null && !named) app.turnTo('overview');
  else if (included >= 0) await opener.openLog(named ? address.log : included, address);
  else app.turnTo('viewer');
}

start().then(() => {
  performance.mark('reprise-open');
  document.documentElement.dataset.ready = 'true';
  if (!byID('session').hidden) byID('steps').focus();
}, (error) => {
  showMessage('The page cannot show what it holds.', error.message);
  document.documentElement.dataset.ready = 'failed';
});
