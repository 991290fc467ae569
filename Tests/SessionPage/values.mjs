// Compares the page's reader with the program for values of all types, and with Swift's numbers.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { differences, differenceText } from '../../Tools/SessionPage/Reader/comparison.js';
import { dateText, doubleText, floatText } from '../../Tools/SessionPage/Reader/numbers.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { sameStates, sameSteps } from './comparing.mjs';
import { temporaryFolder } from './program.mjs';
import { randomLog } from './randomlogs.mjs';
import { chunk, headerOf, log, varint } from './writer.mjs';

const seeds = Number(process.env.RANDOM_LOGS || 12);

test('Logs of random types and values are read as by the program', async (context) => {
  const folder = temporaryFolder(context);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const bytes = randomLog(seed);
    const file = path.join(folder, `${seed}.reprise`);
    fs.writeFileSync(file, bytes);
    const session = await openSession(bytes);
    assert.equal(session.damage, null, `${seed}`);
    await sameSteps(session, file);
    await sameStates(session, file);
  }
});

test('Only the first of very many effects are listed', async (context) => {
  const file = path.join(temporaryFolder(context), 'effects.reprise');
  const header = headerOf([{ name: 'S', struct: [] }], { action: 'Bool' });
  const effects = [3, ...varint(1500), ...new Array(1500).fill(2)];
  const nested = [3, 2, 5, 1, 65, 1, ...effects, 6, 1, 66];
  const rows = [[4, 1, ...effects], [4, 0, ...nested]];
  const bytes = log(header, [{ payload: [1, 0, 0, ...chunk(rows, [0, 1])], steps: 2 }]);
  fs.writeFileSync(file, bytes);
  await sameSteps(await openSession(bytes), file);
});

test('Equal starts and ends of two lists are not counted twice', () => {
  const type = { kind: 'array', element: { kind: 'signed', bits: 64 } };
  const found = (old, now) => differences(old, now, type, 'a').map(differenceText);
  assert.deepEqual(found([1, 1], [1, 1, 1]), [{ path: 'a[2]', old: null, new: '1' }]);
  assert.deepEqual(found([1, 2, 1], [1]), [
    { path: 'a[1]', old: '2', new: null }, { path: 'a[2]', old: '1', new: null },
  ]);
});

test('Numbers are printed as Swift prints them', () => {
  const doubles = [
    [0, '0.0'], [-0, '-0.0'], [5, '5.0'], [0.1, '0.1'], [1e15, '1000000000000000.0'],
    [1e16, '1e+16'], [2 ** 53, '9007199254740992.0'], [0.0001, '0.0001'],
    [123456789012345678, '1.2345678901234568e+17'],
    [1e-5, '1e-05'], [5e-324, '5e-324'], [-1e-7, '-1e-07'], [1e100, '1e+100'], [-Infinity, '-inf'],
    [NaN, 'nan'],
  ];
  for (const [value, text] of doubles) assert.equal(doubleText(value), text);
  const floats = [
    [16777216, '16777216.0'], [33554432, '3.3554432e+07'], [Math.fround(0.1), '0.1'],
    [1e15, '1e+15'],
    [1545458.25, '1545458.2'], [Math.fround(3.4028235e38), '3.4028235e+38'],
  ];
  for (const [value, text] of floats) assert.equal(floatText(Math.fround(value)), text);
});

test('A date has as few decimal places as are exact, but at least three', () => {
  assert.equal(dateText(0), '"2001-01-01T00:00:00.000Z"');
  assert.equal(dateText(785000000.123), '"2025-11-16T15:33:20.123Z"');
  assert.equal(dateText(721768889.16), '"2023-11-15T19:21:29.160Z"');
  assert.equal(dateText(-63114076800), '"0001-01-01T00:00:00.000Z"');
  assert.equal(dateText(-13197600000), '"1582-10-15T00:00:00.000Z"');
  assert.equal(dateText(-13197686400), '"1582-10-04T00:00:00.000Z"');
  assert.equal(dateText(0.0625), '"2001-01-01T00:00:00.0625Z"');
  assert.equal(dateText(-10.0625), '"2000-12-31T23:59:49.9375Z"');
  assert.equal(dateText(0.1 + 0.2), 'Date(seconds: 0.30000000000000004)');
  assert.equal(dateText(1e12), 'Date(seconds: 1000000000000.0)');
});
