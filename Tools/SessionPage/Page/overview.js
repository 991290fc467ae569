import { button, element, setChildren } from './dom.js';
import { logResult, resultLine, verdictText, verdictTone } from './results.js';
import { bytesText, amountText, countText, durationText, lineText } from './visible.js';

const MAX_ROWS_LISTED = 100;

/**
 * An overview of a corpus: results, groups of failures, the slowest and largest logs, and coverage.
 */
export class Overview {
  constructor(node, openLog) {
    this.node = node;
    this.openLog = openLog;
  }

  draw(report) {
    const { overview } = report;
    this.included = new Map();
    report.logs.forEach((log, index) => {
      if (log.log === null) return;
      this.included.set(log.name, index);
      this.included.set(log.path, index);
    });
    this.folder = commonFolder(report.logs.map((log) => log.name));
    setChildren(this.node,
      element('h2', { text: amountText(overview.logs, 'log') }),
      this.verdicts(overview),
      this.groups(overview.groups || []),
      element('div', { class: 'columns' },
        this.table('Slowest', ['log', 'time'], overview.slowest || [],
          ({ name, milliseconds }) => [this.name(name), durationText(milliseconds)]),
        this.table('Largest', ['log', 'size', 'steps'], overview.largest || [],
          ({ name, bytes, steps }) => [this.name(name), bytesText(bytes), countText(steps)]),
        ...this.coverage(overview.coverage)),
      this.logs(report));
  }

  verdicts({ verdicts, steps, logs }) {
    const entries = Object.entries(verdicts || {});
    const bar = element('div', { class: 'verdict-bar', 'aria-hidden': 'true' });
    const list = element('ul', { class: 'verdicts' });
    for (const [verdict, count] of entries) {
      const tone = verdict === 'match' ? 'good' : 'bad';
      const part = element('span', { class: tone });
      part.style.flexGrow = String(Math.max(count, logs / 100));
      bar.append(part);
      list.append(element('li', {}, element('strong', { class: tone, text: countText(count) }),
        ` ${verdictText(verdict)}`));
    }
    if (typeof steps === 'number') {
      list.append(element('li',
        { class: 'muted', text: amountText(steps, 'step') }));
    }
    return element('div', {}, bar, list);
  }

  groups(groups) {
    if (groups.length === 0) return null;
    return element('section', { 'aria-labelledby': 'groups-title' },
      element('h3', { id: 'groups-title', text: 'Failures and warnings' }),
      ...groups.map((group) => {
        const names = group.logs || [];
        const title = group.title
          || `${verdictText(group.verdict)} in ${group.action || ''}: ${group.subject || ''}`;
        const items = names.slice(0, MAX_ROWS_LISTED)
          .map((name) => element('li', {}, this.name(name)));
        const count = typeof group.count === 'number' ? group.count : names.length;
        if (count > items.length) {
          items.push(element('li',
            { class: 'muted', text: `${countText(count - items.length)} more` }));
        }
        const tone = group.verdict === 'match' ? 'warning' : 'bad';
        return element('details', { class: 'group', open: names.length <= 12 },
          element('summary', {},
            element('strong', { class: tone, text: `${amountText(count, 'log')} ` }),
            lineText(title, 300)),
          element('ul', { class: 'names' }, ...items));
      }));
  }

  /** Returns the name of a log, as a button if the log is in the page. */
  name(name) {
    const index = this.included.get(name);
    const short = name.startsWith(this.folder) ? name.slice(this.folder.length) : name;
    const properties = { class: 'path', title: lineText(name, 1000) };
    const text = lineText(short, 200);
    return index === undefined ? element('span', { ...properties, text })
      : button(text, () => this.openLog(index), { ...properties, class: 'link path' });
  }

  table(title, columns, entries, cells) {
    if (entries.length === 0) return null;
    const rows = entries.slice(0, MAX_ROWS_LISTED)
      .map((entry) => element('tr', {}, ...cells(entry).map((cell, index) => (
      index === 0 ? element('th', { scope: 'row' }, cell)
        : element('td', { class: 'figure' }, cell)))));
    return element('section', {}, element('h3', { text: title }),
      element('table', { class: 'figures', 'aria-label': title },
      element('thead', {}, element('tr', {},
        ...columns.map((column, index) =>
        element('th', { scope: 'col', class: index > 0 ? 'figure' : null, text: column })))),
      element('tbody', {}, ...rows)));
  }

  coverage(coverage) {
    if (!coverage) return [];
    const part = (title, figures) => {
      if (!figures) return null;
      const { covered, total, missing } = figures;
      const share = total > 0 ? Math.floor((covered / total) * 100) : 100;
      const meter = element('meter',
        { min: 0, max: total, value: covered, 'aria-label': `${title} covered` });
      const items = (missing || []).slice(0, MAX_ROWS_LISTED)
        .map((name) => element('li', { class: 'path', text: lineText(name, 120) }));
      return element('section', {}, element('h3', { text: `${title} covered` }), meter,
        element('p', { text: `${countText(covered)} of ${countText(total)}, ${share} %` }),
        items.length === 0 ? null
          : element('details', {},
          element('summary', { text: `${countText(missing.length)} missing` }),
          element('ul', { class: 'names' }, ...items)));
    };
    return [part('Actions', coverage.actions), part('States', coverage.states)];
  }

  /** Lists the logs in the report, or failed ones first if there are many. */
  logs(report) {
    if (report.logs.length === 0) return null;
    const rank = (log) => (verdictTone(logResult(log.result)) === 'bad' ? 0 : 1);
    const sorted = report.logs.map((log) => log).sort((a, b) => rank(a) - rank(b));
    return this.table('Logs', ['log', 'verdict', 'steps', 'size'], sorted, (log) => {
      const result = logResult(log.result);
      return [this.name(log.path && this.included.has(log.path) ? log.path : log.name),
        element('span', { class: verdictTone(result), text: resultLine(result) }),
        countText(log.steps || 0), bytesText(log.bytes || 0)];
    });
  }
}

/** Returns the folder that all names start with, including the slash, or '' if there is none. */
export function commonFolder(names) {
  let [folder = ''] = names;
  folder = folder.slice(0, folder.lastIndexOf('/') + 1);
  while (folder !== '' && !names.every((name) => name.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}
