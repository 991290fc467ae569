// The calls of effects in the page's reader, in logs that no recorder writes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { sameExport } from './comparing.mjs';
import { temporaryFolder } from './program.mjs';
import {
  chunk, counted, event, events, headerOf, joined, log, takenApart, varint,
} from './writer.mjs';

const types = [
  { name: 'State', struct: [{ name: 'count', type: 'Int64' }] },
  { name: 'Failure', enum: [{ name: 'offline' }, { name: 'code', payload: [{ type: 'Int64' }] }] },
];
const endpoints = [
  {
    name: 'nthPrime.find', arguments: ['Int64'], answer: 'Int64', isStream: false,
    failure: { type: 1 },
  },
  { name: 'files.save', arguments: ['String', { array: 'Bool' }], isStream: false },
  { name: 'clock.ticks', arguments: [], answer: 'Int64', isStream: true },
];
const header = headerOf(types, {
  requires: ['calls'], level: 'effects', action: 'Bool', endpoints,
});
const keyframe = [...counted([0]), 0];
const begin = event(0, 1, [1]);
// The call `nthPrime.find(17)`, and its result 59.
const call = event(1, 1, [1, 0], [34]);
const answer = event(3, 1, [1], [0, 118]);
const ticks = event(1, 1, [1, 2]);
const tick = event(2, 1, [1], [4]);

/** Returns a block of steps, 10 milliseconds apart, with events. */
function block(count, found, { isFirst = true, ...more } = {}) {
  const steps = count === 0 ? []
    : chunk([[0, 1]], new Array(count).fill(0), [1, ...new Array(count).fill(10)]);
  return {
    payload: [...(isFirst ? keyframe : []), ...steps, ...events(found)], steps: count, ...more,
  };
}

/** Returns a log of two steps with events after the first of them, which starts an effect. */
function logOf(found, own = header) {
  return log(own, [block(2, [[1, 1, begin], ...found.map((one) => [0, 5, one])])]);
}

async function fault(found, own = header) {
  const session = await openSession(logOf(found, own));
  assert.equal(session.count, 2);
  return session.damage === null ? null : session.damage.message;
}

test('A call belongs to the step that returned its effect', async () => {
  const session = await openSession(log(header, [
    block(3, [[1, 1, begin], [1, 2, call]]), block(1, [[0, 4, answer], [1, 3, event(5, 1)]],
      { isFirst: false }),
  ]));
  assert.equal(session.damage, null);
  assert.equal(session.hasStates, true);
  const [found] = session.step(1).calls;
  const { effect, call: number, endpoint, argumentsText, resultText, beganMs, endedMs } = found;
  assert.deepEqual(
    { effect, number, endpoint, argumentsText, resultText, beganMs, endedMs },
    {
      effect: 1, number: 1, endpoint: 'nthPrime.find', argumentsText: '17', resultText: '59',
      // The second step is at 10 ms, and the third at 20.
      beganMs: 12, endedMs: 24,
    });
  assert.deepEqual([2, 3, 4].map((step) => session.step(step).calls.length), [0, 0, 0]);
});

test('Every outcome has a text', async (context) => {
  const file = path.join(temporaryFolder(context), 'calls.reprise');
  const save = event(1, 1, [1, 1], [1, 97, 2, 1, 0]);
  const end = (...rest) => event(3, 1, [1], rest);
  const outcomes = [
    [[call], null], [[call, answer], '59'], [[event(8, 1, [1, 0], [34]), answer], '59'],
    [[call, end(1, 1, 4)], 'throws .code(2)'],
    [[call, end(2, 97, 34)], 'throws "a\\""'], [[call, end(3)], 'canceled'],
    [[call, end(5, 1, 69, 1, 97, 0, 0)], 'throws "a"'],
    [[call, end(5, 1, 69, 1, 97, 1, 1, 98, 1, 69, 7)], 'throws "b"'],
    [[call, end(4)], 'not recorded'], [[save, end(0)], '()'], [[ticks], null],
    [[ticks, end(0)], 'no elements'], [[ticks, tick, tick], '2 elements, last 2'],
    [[ticks, tick, end(0)], '1 element, last 2'],
    [[ticks, tick, event(6, 1), end(3)], '1 element, last 2; canceled'],
  ];
  for (const [found, text] of outcomes) {
    const bytes = logOf(found);
    const session = await openSession(bytes);
    assert.equal(session.damage, null);
    const [one] = session.step(1).calls;
    assert.equal(one.resultText, text);
    assert.equal(one.endedMs === null, one.outcome === null);
    if (one.endpoint === 'files.save') assert.equal(one.argumentsText, '"a", [true, false]');
    fs.writeFileSync(file, bytes);
    await sameExport(session, file);
  }
});

test('Durations are read as people write them', async () => {
  const signed = 'Int64';
  const duration = {
    tuple: [{ name: 'seconds', type: signed }, { name: 'attoseconds', type: signed }],
  };
  const own = headerOf(types, {
    requires: ['calls'], level: 'effects', action: 'Bool',
    endpoints: [{ name: 'clock.sleep', arguments: [duration], isStream: false }],
  });
  const zigzag = (number) => (number < 0n ? -2n * number - 1n : 2n * number);
  const text = async (seconds, attoseconds) => {
    const sleep = event(1, 1, [1, 0], [...varint(zigzag(seconds)), ...varint(zigzag(attoseconds))]);
    const session = await openSession(log(own, [block(2, [[1, 1, begin], [0, 5, sleep]])]));
    assert.equal(session.damage, null);
    return session.step(1).calls[0].argumentsText;
  };
  assert.equal(await text(0n, 0n), '0 s');
  assert.equal(await text(0n, 5n * 10n ** 17n), '500 ms');
  assert.equal(await text(1n, 5n * 10n ** 17n), '1.5 s');
  assert.equal(await text(-90n, 0n), '-90 s');
  assert.equal(await text(0n, 105n * 10n ** 13n), '1.05 ms');
  assert.equal(await text(0n, 7n), '7 as');
  assert.equal(await text(1n, -1n), '(seconds: 1, attoseconds: -1)');
});

test('Events that contradict others or their types are damage, and the steps stay', async () => {
  const faults = [
    [[begin], 'effect 1 starts after effect 1'],
    [[event(0, 3, [1])], 'effect 3 starts, and effect 2 did not'],
    [[event(0, 2, [2])], 'an effect of step 2 starts after step 1'],
    [[event(0, 2, [0])], 'an effect of step 0 starts'],
    [[event(0, 2, [1], [0])], '1 bytes too many'],
    [[call, call], 'call 1 starts after call 1'],
    [[event(1, 1, [0, 0], [34])], 'call 0 starts after call 0'],
    [[event(1, 1, [2, 0], [34])], 'call 2 starts, and call 1 did not'],
    [[event(1, 2, [1, 0], [34])], 'of effect 2, which did not start'],
    [[event(4, 2)], 'of effect 2, which did not start'],
    [[event(6, 2)], 'of effect 2, which did not start'],
    [[event(5, 0)], 'of effect 0, which did not start'],
    [[event(1, 0, [1, 0], [34])], 'of effect 0, which did not start'],
    [[event(8, 1, [1, 0])], 'the data ends within a value'],
    [[event(5, 1), event(6, 1)], 'of effect 1, which has ended'],
    [[event(6, 1), event(10, 1)], 'of effect 1, which has ended'],
    [[event(10, 1), event(5, 1)], 'of effect 1, which has ended'],
    [[answer], 'of call 1, which did not start'],
    [[call, answer, answer], 'of call 1, which has ended'],
    [[ticks, event(3, 1, [1], [3]), tick], 'of call 1, which has ended'],
    [[call, event(2, 1, [1], [4])], 'nthPrime.find returns no stream'],
    [[event(1, 1, [1, 3])], 'a call is of endpoint 3, which the header lacks'],
    [[event(1, 1, [1, 0])], 'the data ends within a value'],
    [[event(1, 1, [1, 0], [34, 0])], '1 bytes too many'],
    [[event(1, 1, [1, 1], [1, 97, 1, 2])], 'there is no case 2'],
    [[ticks, event(2, 1, [1])], 'the data ends within a value'],
    [[ticks, event(2, 1, [1], [4, 0])], '1 bytes too many'],
    [[ticks, event(3, 1, [1], [0, 4])], '1 bytes too many'],
    [[call, event(3, 1, [1], [0])], 'the data ends within a value'],
    [[call, event(3, 1, [1], [0, 118, 0])], '1 bytes too many'],
    [[call, event(3, 1, [1], [1, 5])], 'there is no case 5'],
    [[call, event(3, 1, [1], [1, 0, 0])], '1 bytes too many'],
    [[call, event(3, 1, [1], [2, 0xff])], 'is not UTF-8'],
    [[call, event(3, 1, [1], [3, 0])], '1 bytes too many'],
    [[call, event(3, 1, [1], [4, 0])], '1 bytes too many'],
    [[call, event(3, 1, [1], [5, 1, 69, 1, 97, 2])], 'there is no case 2'],
    [[call, event(3, 1, [1], [6])], 'the data ends'],
    [[call, event(3, 1, [1], [6, 1])], 'that of call 1, which has no large one'],
    [[call, event(3, 1, [1], [7])], 'there is no case 7'],
    [[event(1, 1, [1, 1], [0, 0]), event(3, 1, [1], [1, 0])], 'files.save has none'],
    [[event(12, 1)], 'there is no case 12'],
    ...[4, 5, 6, 7, 9, 10, 11].map((kind) => [[event(kind, 1, [], [0])], '1 bytes too many']),
    [[event(4, 2n ** 64n)], 'does not fit UInt64'],
  ];
  for (const [found, text] of faults) {
    const message = await fault(found);
    assert.ok(message !== null && message.includes(text), `${message} and not ${text}`);
  }
});

test('Only calls can be without an effect, in a log that may have such calls', async () => {
  const own = { ...header, requires: ['calls', 'interruptions'] };
  const stray = [event(8, 0, [1, 2]), event(2, 0, [1], [4]), event(3, 0, [1], [0])];
  const session = await openSession(logOf([event(11, 1), ...stray], own));
  assert.equal(session.damage, null);
  assert.equal(session.step(1).calls[0].resultText, '1 element, last 2');
  for (const kind of [4, 5, 6, 7, 9, 10, 11]) {
    for (const found of [[event(kind, 0)], [...stray, event(kind, 0)]]) {
      assert.match(await fault(found, own), /of effect 0, which did not start/, kind);
    }
  }
  assert.match(await fault([event(0, 0, [1])], own), /effect 0 starts after effect 1/);
});

test('Effects and calls may have started in steps that the log lacks', async () => {
  const found = [[0, 5, answer], [0, 5, event(0, 4, [1])], [1, 5, event(1, 4, [9, 0], [2])]];
  const gap = [block(1, [[1, 0, begin]]), block(2, found, { position: 5, flags: 3 })];
  const later = [block(2, found, { position: 5, flags: 1 })];
  const laterHeader = { ...header, requires: ['calls', 'laterStart'] };
  for (const [own, blocks, homes] of [[header, gap, [1]], [laterHeader, later, [4, 5]]]) {
    const session = await openSession(log(own, blocks));
    assert.equal(session.damage, null);
    const [lost, known] = homes.flatMap((number) => session.callsOf(number));
    assert.deepEqual([lost.endpoint, lost.argumentsText, lost.resultText], ['call 1', '', '?']);
    assert.deepEqual([known.call, known.argumentsText, known.endedMs], [9, '1', null]);
  }
  const twice = block(1, [[0, 0, answer], [0, 0, answer]], { position: 5, flags: 1 });
  const session = await openSession(log(laterHeader, [twice]));
  assert.match(session.damage.message, /of call 1, which has ended/);
});

test('A call may have the large result of an earlier one', async () => {
  const length = 1 << 16;
  const text = [...varint(length), ...new Array(length).fill(97)];
  const read = { name: 'read', arguments: [], answer: 'String', isStream: false };
  const own = { ...header, endpoints: [read] };
  const found = [
    begin, event(1, 1, [1, 0]), event(3, 1, [1], [0, ...text]), event(1, 1, [2, 0]),
    event(3, 1, [2], [6, 1]),
  ];
  const events = found.map((one, index) => [index === 0 ? 1 : 0, 5, one]);
  const session = await openSession(log(own, [block(2, events)]));
  assert.equal(session.damage, null);
  const [first, second] = session.step(1).calls;
  assert.equal(second.resultText, first.resultText);
  assert.equal(second.resultText.length > 1000, true);
});

test('A growing log adds calls to earlier steps', async () => {
  const whole = log(header, [
    block(2, [[1, 1, begin], [0, 1, call]]), block(0, [[0, 7, answer]], { isFirst: false }),
  ]);
  const { members } = takenApart(whole);
  const session = await openSession(
    joined(members.slice(0, 2).map(({ bytes }) => bytes)), { isGrowing: true });
  assert.equal(session.step(1).calls[0].resultText, null);
  await session.append(members[2].bytes);
  assert.equal(session.step(1).calls[0].resultText, '59');
  assert.equal(session.step(1).calls[0].endedMs, 17);
});

test('A log of very many calls opens quickly', async () => {
  const count = 100000;
  const found = [[1, 1, begin]];
  for (let number = 1; number <= count; number += 1) {
    found.push([0, 1, event(1, 1, [number, 0], [34])]);
    found.push([0, 1, event(3, 1, [number], [0, ...varint(118)])]);
  }
  const calls = block(2, found);
  // A reader accepts no higher ratio of the payload to the member.
  const compressed = zlib.deflateRawSync(Uint8Array.from(calls.payload), {
    strategy: zlib.constants.Z_HUFFMAN_ONLY,
  });
  const bytes = log(header, [{ ...calls, fields: { compressed } }]);
  const start = performance.now();
  const session = await openSession(bytes);
  assert.equal(session.step(1).calls.length, count);
  const time = performance.now() - start;
  assert.ok(time < 5000, `${time} ms`);
  console.log(`# ${count} calls in ${Math.round(time)} ms`);
});
