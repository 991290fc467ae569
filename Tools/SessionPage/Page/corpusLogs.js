import { effectsText } from './effectResults.js';
import { logResult, resultLine, verdictText, verdictTone } from './results.js';

/** Returns the verdict on a log in words, or the reason that it has none. */
export function logKind(log) {
  if (log.state === 'beingWritten') return 'being written';
  if (log.state === 'waiting') return 'waiting';
  const result = logResult(log.result);
  return result === null ? 'not replayed' : verdictText(result.verdict);
}

/** Returns a line about the outcome of the replay of a log. */
export function logLine(log) {
  const result = logResult(log.result);
  // The number of steps is in the next column.
  const isWhole = result !== null && result.verdict === 'match'
    && result.verifiedSteps === log.steps;
  if (!log.state && isWhole) return `${logKind(log)}${effectsText(result)}`;
  return log.state ? logKind(log) : resultLine(result);
}

/** Returns 'good', 'bad', or '' if a log has no verdict. */
export function logTone(log) {
  return log.state ? '' : verdictTone(logResult(log.result));
}

/** Returns the logs with failed ones first, followed by those that are being written. */
export function sortedLogs(logs) {
  const rank = (log) => {
    if (logTone(log) === 'bad') return 0;
    return log.state === 'beingWritten' ? 1 : 2;
  };
  return logs.slice().sort((a, b) => rank(a) - rank(b));
}

/** Returns the number of logs of each kind: [{kind, tone, count}], with failures first. */
export function tallies(logs) {
  const byKind = new Map();
  for (const log of logs) {
    const kind = logKind(log);
    const tally = byKind.get(kind) || { kind, tone: logTone(log), count: 0 };
    tally.count += 1;
    byKind.set(kind, tally);
  }
  const ranks = ['bad', 'good', ''];
  const rank = ({ tone }) => ranks.indexOf(tone);
  return Array.from(byKind.values()).sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** Returns the logs of a kind whose names contain a text. A null kind is any. */
export function filteredLogs(logs, { text, kind }) {
  const wanted = text.trim().toLowerCase();
  return logs.filter((log) => (kind === null || logKind(log) === kind)
    && log.name.toLowerCase().includes(wanted));
}

/** Returns the names of logs that failed since an earlier list, each with its verdict. */
export function newFailures(earlier, logs) {
  const known = new Map(earlier.map((log) => [log.name, logLine(log)]));
  return logs.filter((log) => logTone(log) === 'bad' && known.get(log.name) !== logLine(log))
    .map((log) => `${log.name}: ${logLine(log)}`);
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
