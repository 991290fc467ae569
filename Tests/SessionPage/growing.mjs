// Logs in the page's reader that grow while they are read.
import assert from 'node:assert/strict';
import test from 'node:test';

import { LogError } from '../../Tools/SessionPage/Reader/errors.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { blocksLog, keyframe, smallBlocks } from './blocks.mjs';
import { bytesOfFile } from './program.mjs';
import { joined, log, takenApart } from './writer.mjs';

test('A growing log is not damaged, with or without steps', async () => {
  const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
  const { header } = takenApart(golden);
  const [first] = await smallBlocks(golden, 1);
  const beginning = { payload: keyframe(await openSession(golden), 0), steps: 0, flags: 1 };
  for (const [block, count] of [[beginning, 0], [first, 1]]) {
    const bytes = log(header, [block], { isUnfinished: true });
    const growing = await openSession(bytes, { isGrowing: true });
    assert.equal(growing.damage, null);
    assert.equal(growing.count, count);
    const left = await openSession(bytes);
    assert.equal(left.damage.kind, 'unfinished');
    assert.equal(left.damage.intactSteps, count);
    assert.doesNotMatch(left.damage.message, /whole copy/);
  }
});

test('A log that is being written continues with each member', async () => {
  const whole = await blocksLog('tour', 4);
  const { members } = takenApart(whole);
  const begun = joined(members.slice(0, 2).map(({ bytes }) => bytes));
  const session = await openSession(begun, { name: 'tour.reprise.partial' });
  const intact = await openSession(whole);
  assert.equal(session.damage.kind, 'unfinished');
  assert.equal(session.last, 4);
  session.history('counter.count');
  for (const { bytes } of members.slice(2)) {
    await session.append(bytes);
    assert.equal(session.stateJSON(session.last), intact.stateJSON(session.last));
  }
  assert.equal(session.last, intact.last);
  for (let number = 1; number <= session.last; number += 1) {
    assert.equal(session.step(number).action, intact.step(number).action);
    assert.deepEqual(session.changes(number), intact.changes(number));
    assert.equal(session.stateJSON(number), intact.stateJSON(number));
  }
  assert.deepEqual(session.history('counter.count'), intact.history('counter.count'));
});

test('Members that arrive together are added in their order', async () => {
  const { members } = takenApart(await blocksLog('tour', 4));
  const session = await openSession(members[0].bytes);
  await Promise.all(members.slice(1).map(({ bytes }) => session.append(bytes)));
  assert.equal(session.last, 61);
});

test('A log with only a header can be continued', async () => {
  const { members } = takenApart(bytesOfFile('Tests/Sessions/tour.reprise'));
  const session = await openSession(members[0].bytes);
  assert.equal(session.count, 0);
  assert.equal(session.stateJSON(0), null);
  await session.append(members[1].bytes);
  assert.equal(session.count, 61);
  assert.notEqual(session.stateJSON(61), null);
});

test('A member that is damaged or does not follow is rejected, and the others stay', async () => {
  const { members } = takenApart(await blocksLog('tour', 4));
  const session = await openSession(joined(members.slice(0, 2).map(({ bytes }) => bytes)));
  const damaged = members[2].bytes.slice();
  damaged[70] ^= 1;
  await assert.rejects(session.append(damaged), LogError);
  await assert.rejects(session.append(members[3].bytes), LogError);
  assert.equal(session.last, 4);
  await session.append(members[2].bytes);
  assert.equal(session.last, 8);
});
