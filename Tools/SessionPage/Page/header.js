import { byID, element, setChildren, show } from './dom.js';
import { failureStep, resultLine, verdictTone } from './results.js';
import { bytesText, amountText, lineText } from './visible.js';

/** Shows the open log, the app that recorded it, and the result of its replay. */
export function showIdentity({ title, facts, result }) {
  byID('title').textContent = lineText(title);
  byID('title').title = lineText(title, 1000);
  byID('facts').textContent = facts;
  const badge = byID('verdict');
  show(badge, result !== null);
  if (result === null) return;
  badge.textContent = resultLine(result);
  badge.dataset.tone = verdictTone(result);
  badge.disabled = failureStep(result) === null;
}

/** Returns the facts of a session for the header: app, time and size. */
export function sessionFacts(session, bytes) {
  const { header } = session;
  const facts = [
    [header.app, header.appVersion].filter(Boolean).join(' '), header.build,
    header.recorded ? `recorded ${String(header.recorded).replace('T', ' ').replace('Z', ' UTC')}`
      : '',
    amountText(session.count, 'step'), bytes > 0 ? bytesText(bytes) : '',
    header.hasChanges ? '' : `level ${header.level}: no states`,
    header.redacted && header.redacted.length > 0 ? 'with secrets left out' : '',
  ];
  const context = Object.entries(header.context || {}).map(([name, text]) => `${name} ${text}`);
  return [...facts, ...context].filter(Boolean).map((fact) => lineText(String(fact), 120))
    .join(' · ');
}

/** Lists the logs of a report that are in the page. */
export function offerLogs(report, selected, open) {
  const included = report.logs.map((log, index) => ({ log, index }))
    .filter(({ log }) => log.log !== null);
  show(byID('log-choice'), included.length > 1);
  const choice = byID('logs');
  setChildren(choice, ...included.map(({ log, index }) => element('option', {
    value: index, selected: index === selected, text: lineText(log.name, 120),
  })));
  choice.onchange = () => open(Number(choice.value));
}

/** Shows a permanent message about a log that cannot be read completely. */
export function showMessage(title, text) {
  const node = byID('message');
  show(node, title !== null);
  if (title === null) return;
  setChildren(node, element('strong', { text: title }), lineText(text, 4000));
}
