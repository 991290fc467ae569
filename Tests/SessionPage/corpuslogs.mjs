// Tests the list of an overview: order, tallies, filters and new failures.
import assert from 'node:assert/strict';
import test from 'node:test';

import { formatFilter, parseFilter } from '../../Tools/SessionPage/Page/address.js';
import {
  commonFolder, filteredLogs, logLine, newFailures, sortedLogs, tallies,
} from '../../Tools/SessionPage/Page/corpusLogs.js';

const match = { verdict: 'match', verifiedSteps: 3 };
const LOGS = [
  { name: 'a', steps: 3, result: match },
  { name: 'b', state: 'waiting', result: null },
  { name: 'c', steps: 9, result: { verdict: 'stateDiverged', verifiedSteps: 6, step: 7 } },
  { name: 'd', state: 'beingWritten', result: null },
  { name: 'e', steps: 4, result: match },
  { name: 'f', steps: 1, result: null },
];
const names = (logs) => logs.map(({ name }) => name).join('');

test('failures come first, followed by logs that are being written', () => {
  assert.equal(names(sortedLogs(LOGS)), 'cdabef');
});

test('the line of a log names the failed step, and the verified steps if they are not all', () => {
  assert.deepEqual(LOGS.map(logLine), ['match', 'waiting', 'state diverged at step 7',
    'being written', 'match, 3 steps verified', 'not replayed']);
});

test('tallies begin with failures and have all logs', () => {
  assert.deepEqual(tallies(LOGS).map(({ kind, tone, count }) => `${count} ${kind} ${tone}`), [
    '1 state diverged bad', '2 match good', '1 waiting ', '1 being written ', '1 not replayed ']);
});

test('a filter needs a part of the name in any case, and the verdict', () => {
  assert.equal(names(filteredLogs(LOGS, { text: ' A ', kind: null })), 'a');
  assert.equal(names(filteredLogs(LOGS, { text: '', kind: 'match' })), 'ae');
  assert.equal(names(filteredLogs(LOGS, { text: 'c', kind: 'match' })), '');
});

test('only logs that fail since the earlier list are new failures', () => {
  assert.deepEqual(newFailures(LOGS, LOGS), []);
  assert.deepEqual(newFailures(LOGS.slice(0, 2), LOGS), ['c: state diverged at step 7']);
});

test('an address keeps a filter', () => {
  for (const filter of [{ text: 'ä &#=', kind: 'state diverged' }, { text: '', kind: null }]) {
    assert.deepEqual(parseFilter(formatFilter(filter)), filter);
  }
});

test('the common folder of names ends with a slash', () => {
  assert.equal(commonFolder(['a/b/c', 'a/b/d', 'a/bc']), 'a/');
  assert.equal(commonFolder(['a', 'b/c']), '');
  assert.equal(commonFolder([]), '');
});
