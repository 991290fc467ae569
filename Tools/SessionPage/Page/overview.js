import {
  commonFolder, filteredLogs, logLine, logTone, sortedLogs, tallies,
} from './corpusLogs.js';
import { formatFilter, parseFilter } from './address.js';
import { button, element } from './dom.js';
import { redraw } from './redraw.js';
import { verdictText } from './results.js';
import { bytesText, amountText, countText, durationText, lineText } from './visible.js';

const MAX_ROWS_LISTED = 100;
// Other columns have numbers.
const TEXT_COLUMNS = ['log', 'verdict'];

/**
 * An overview of a corpus: results, groups of failures, the logs with a filter, the slowest and
 * largest ones, and coverage.
 */
export class Overview {
  /** `openLog` opens a log in the page. */
  constructor(node, openLog) {
    this.node = node;
    this.report = null;
    this.filter = parseFilter(window.location.hash);
    this.limit = MAX_ROWS_LISTED;
    node.addEventListener('click', (event) => {
      const { log, kind, more } = (event.target.closest('button') || { dataset: {} }).dataset;
      if (log !== undefined) openLog(Number(log));
      if (kind !== undefined) this.use({ kind: this.filter.kind === kind ? null : kind });
      if (more !== undefined) this.showMore();
    });
    node.addEventListener('input', ({ target }) => this.use({ text: target.value }));
  }

  draw(report) {
    this.report = report;
    this.links = new Map();
    report.logs.forEach((log, index) => {
      const link = log.page ? { page: log.page } : { index };
      if (log.log === null && !log.page) return;
      this.links.set(log.name, link);
      this.links.set(log.path, link);
    });
    this.failed = new Set(report.logs.filter((log) => logTone(log) === 'bad')
      .map((log) => log.name));
    this.folder = commonFolder(report.logs.map((log) => log.name));
    const contents = report.logs.length > 0 ? this.contents(report)
      : [report.isUnreadable ? null : nothing()];
    redraw(this.node, element('div', {}, ...contents));
  }

  contents({ overview, logs }) {
    return [
      element('h2', { text: amountText(logs.length, 'log') }),
      this.verdicts(logs),
      this.groups(overview.groups || []),
      this.logs(logs),
      element('div', { class: 'columns', 'data-key': 'columns' },
        this.table('Slowest', ['log', 'time'], overview.slowest || [],
          ({ name, milliseconds }) => [this.name(name), durationText(milliseconds)]),
        this.table('Largest', ['log', 'size', 'steps'], overview.largest || [],
          ({ name, bytes, steps }) => [this.name(name), bytesText(bytes), countText(steps)]),
        ...this.coverage(overview.coverage)),
    ];
  }

  /** Changes a part of the filter, and writes it into the address. */
  use(change) {
    this.filter = { ...this.filter, ...change };
    this.limit = MAX_ROWS_LISTED;
    this.draw(this.report);
    try {
      window.history.replaceState(null, '', formatFilter(this.filter));
    } catch (error) {
      // A page without its own address continues without one.
    }
  }

  /** Shows more logs. The first of them gets the focus, because the button may disappear. */
  showMore() {
    const { limit } = this;
    this.limit *= 10;
    this.draw(this.report);
    this.node.querySelectorAll('#log-table tbody tr')[limit].querySelector('.link').focus();
  }

  /** Moves the focus to the filter. */
  focus() {
    const field = this.node.querySelector('#log-filter');
    if (field) field.focus();
  }

  /** Moves the focus by a number of logs in the list. */
  move(offset) {
    const links = Array.from(this.node.querySelectorAll('#log-table .link'));
    const index = links.indexOf(document.activeElement);
    const link = links[index < 0 ? 0 : index + offset];
    if (link) link.focus();
  }

  verdicts(logs) {
    const bar = element('div', { class: 'verdict-bar', 'aria-hidden': 'true' });
    const list = element('ul', { class: 'verdicts' });
    for (const { kind, tone, count } of tallies(logs)) {
      const part = element('span', { class: tone, 'data-key': kind });
      part.style.flexGrow = String(Math.max(count, logs.length / 100));
      bar.append(part);
      list.append(element('li', { 'data-key': kind }, element('button', {
        type: 'button', class: 'small', 'data-kind': kind, title: 'Show only these logs',
        'aria-pressed': String(this.filter.kind === kind),
      }, element('strong', { class: tone, text: countText(count) }), ` ${kind}`)));
    }
    const steps = logs.reduce((sum, log) => sum + (log.steps || 0), 0);
    list.append(element('li',
      { class: 'muted', 'data-key': 'steps', text: amountText(steps, 'step') }));
    return element('div', { 'data-key': 'verdicts' }, bar, list);
  }

  groups(groups) {
    if (groups.length === 0) return null;
    return element('section', { 'aria-labelledby': 'groups-title', 'data-key': 'groups' },
      element('h3', { id: 'groups-title', text: 'Failures and warnings' }),
      ...groups.map((group) => {
        const names = group.logs || [];
        const title = group.title
          || `${verdictText(group.verdict)} in ${group.action || ''}: ${group.subject || ''}`;
        const items = names.slice(0, MAX_ROWS_LISTED)
          .map((name) => element('li', { 'data-key': name }, this.name(name)));
        const count = typeof group.count === 'number' ? group.count : names.length;
        if (count > items.length) {
          items.push(element('li',
            { class: 'muted', text: `${countText(count - items.length)} more` }));
        }
        const isFailure = names.some((name) => this.failed.has(name));
        const isOpen = names.length <= 12;
        return element('details', { class: 'group', open: isOpen, 'data-key': title },
          element('summary', {},
            element('strong',
              { class: isFailure ? 'bad' : 'warning', text: `${amountText(count, 'log')} ` }),
            lineText(title, 300)),
          element('ul', { class: 'names' }, ...items));
      }));
  }

  /** Returns the name of a log, as a link or a button if the log can be opened. */
  name(name) {
    const link = this.links.get(name);
    const short = name.startsWith(this.folder) ? name.slice(this.folder.length) : name;
    const properties = { class: 'path', title: lineText(name, 1000) };
    const text = lineText(short, 200);
    if (link === undefined) return element('span', { ...properties, text });
    properties.class = 'link path';
    return link.page ? element('a', { ...properties, href: link.page, text })
      : button(text, null, { ...properties, 'data-log': link.index });
  }

  /** Returns a table whose rows have the names of logs, in the first column, as keys. */
  table(title, columns, entries, cells, properties) {
    if (entries.length === 0) return null;
    const style = (index) => (TEXT_COLUMNS.includes(columns[index]) ? null : 'figure');
    const rows = entries.map((entry) => element('tr', { 'data-key': entry.path || entry.name },
      ...cells(entry).map((cell, index) => (index === 0 ? element('th', { scope: 'row' }, cell)
        : element('td', { class: style(index) }, cell)))));
    const table = element('table', { class: 'figures', 'aria-label': title, ...properties },
      element('thead', {}, element('tr', {}, ...columns.map((text, index) => element(
        'th', { scope: 'col', class: style(index), text })))),
      element('tbody', {}, ...rows));
    return properties ? table
      : element('section', { 'data-key': title }, element('h3', { text: title }), table);
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
      return element('section', { 'data-key': title },
        element('h3', { text: `${title} covered` }), meter,
        element('p', { text: `${countText(covered)} of ${countText(total)}, ${share} %` }),
        items.length === 0 ? null
          : element('details', {},
          element('summary', { text: `${countText(missing.length)} missing` }),
          element('ul', { class: 'names' }, ...items)));
    };
    return [part('Actions', coverage.actions), part('States', coverage.states)];
  }

  /** Lists the logs that the filter admits, failed ones first. */
  logs(logs) {
    const found = sortedLogs(filteredLogs(logs, this.filter));
    const listed = found.slice(0, this.limit);
    const table = this.table('Logs', ['log', 'verdict', 'steps', 'size'], listed, (log) => [
      this.name(log.name),
      element('span', { class: logTone(log) || 'muted', text: logLine(log) }),
      log.steps === undefined ? '' : countText(log.steps), bytesText(log.bytes || 0),
    ], { id: 'log-table' });
    const rest = found.length - listed.length;
    const count = found.length === logs.length ? '' : `${countText(found.length)} of ${
      countText(logs.length)}`;
    return element('section', { 'data-key': 'logs', 'aria-labelledby': 'logs-title' },
      element('div', { class: 'logs-head' },
        element('h3', { id: 'logs-title', text: 'Logs' }),
        element('output', { class: 'muted', for: 'log-filter', text: count }),
        element('input', {
          type: 'search', id: 'log-filter', placeholder: 'Filter by name', value: this.filter.text,
          'aria-label': 'Filter the logs by name', autocomplete: 'off', spellcheck: 'false',
        })),
      table || element('p', { class: 'muted', text: 'No log has this name and verdict.' }),
      rest === 0 ? null : button(`Show more of ${countText(rest)}`, null,
        { class: 'small', 'data-more': '' }));
  }
}

function nothing() {
  return element('div', { class: 'drop-box', 'data-key': 'nothing' },
    element('h2', { text: 'No logs' }),
    element('p', { text: 'A log appears here when an app begins to record it in this folder.' }));
}
