// Compares the messages of the page's reader for damaged logs with those of `replay`.
import assert from 'node:assert/strict';
import test from 'node:test';

import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { LogError } from '../../Tools/SessionPage/Reader/errors.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { smallBlocks } from './blocks.mjs';
import { bytesOfFile, replayMessages, temporaryFolder } from './program.mjs';
import { counted, log, takenApart } from './writer.mjs';

/** Returns the reader's message for a log and its number of steps, after reading each of them. */
async function said(bytes, name) {
  let session;
  try {
    session = await openSession(bytes, { name });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { message: error.message, steps: 0 };
  }
  for (let number = session.start + 1; number <= session.last; number += 1) {
    session.step(number).action.toString();
    session.changes(number);
  }
  const { damage } = session;
  if (damage === null) return { message: null, steps: session.count };
  assert.equal(session.count, damage.intactSteps, name);
  return { message: damage.message, steps: session.count };
}

/** Compares the results of both for some files. */
async function compare(context, files) {
  const folder = temporaryFolder(context);
  const expected = await replayMessages(folder, files);
  assert.equal(expected.size, files.size);
  for (const [name, bytes] of files) {
    const { message } = await said(bytes, `./${name}`);
    assert.equal(message, expected.get(name).message, name);
  }
}

/** Returns a log of five blocks with the steps of a golden log. */
async function blocksLog(options) {
  const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
  return log(takenApart(golden).header, await smallBlocks(golden, 3), options);
}

// The distance between two damages of a log: a change tries some of them, each night all.
const stride = Number(process.env.DAMAGE_STRIDE ?? 1);
assert.ok(Number.isInteger(stride) && stride > 0, `DAMAGE_STRIDE is not a positive number: ${stride}`);

/** Yields the positions from `start` to `end` at which a log is damaged. */
function* positions(start, end) {
  for (let position = start; position < end; position += stride) yield position;
}

function flipped(bytes, position, mask) {
  const changed = bytes.slice();
  changed[position] ^= mask;
  return changed;
}

test('The reader agrees with `replay` about a log with any byte changed', async (context) => {
  const golden = bytesOfFile('Tests/Sessions/counter.reprise');
  for (const mask of [0x01, 0x80, 0xff]) {
    const files = new Map();
    for (const position of positions(0, golden.length)) {
      files.set(`${position}.reprise`, flipped(golden, position, mask));
    }
    await compare(context, files);
  }
});

test('The reader agrees with `replay` about a log cut at any length', async (context) => {
  const golden = bytesOfFile('Tests/Sessions/counter.reprise');
  const files = new Map();
  for (const length of positions(0, golden.length)) {
    files.set(`${length}.reprise`, golden.slice(0, length));
  }
  await compare(context, files);
});

for (const options of [{}, { copies: true }, { isUnfinished: true }]) {
  const name = JSON.stringify(options);
  test(`The reader agrees with 'replay' about many blocks with any byte changed: ${name}`,
    async (context) => {
      const whole = await blocksLog(options);
      const files = new Map([['whole.reprise', whole]]);
      const { members } = takenApart(whole);
      for (const position of positions(members[0].bytes.length, whole.length)) {
        files.set(`${position}.reprise`, flipped(whole, position, 1 << position % 8));
      }
      await compare(context, files);
    });

  test(`The reader agrees with 'replay' about many blocks cut at any length: ${name}`,
    async (context) => {
      const whole = await blocksLog(options);
      const files = new Map();
      const { members } = takenApart(whole);
      for (const length of positions(members[0].bytes.length, whole.length)) {
        files.set(`${length}.reprise`, whole.slice(0, length));
      }
      await compare(context, files);
    });
}

for (const options of [{}, { copies: true }, { isUnfinished: true }]) {
  test(`The reader agrees with 'replay' about zeros and bytes at the end: ${JSON.stringify(options)}`,
    async (context) => {
      const whole = await blocksLog(options);
      const files = new Map();
      for (const zeros of [1, 8, 9, 10, 62, 512, 70_000]) {
        const padding = new Uint8Array(zeros);
        for (const [name, rest] of [['', []], ['cut', []], ['tail', [1]]]) {
          const start = name === 'cut' ? whole.slice(0, -3) : whole;
          files.set(`${zeros}${name}.reprise`, Uint8Array.from([...start, ...padding, ...rest]));
        }
      }
      await compare(context, files);
    });
}

test('Damage after one step is reported in the singular, and a wrong keyframe is detected', async (context) => {
  const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
  const { header } = takenApart(golden);
  const blocks = await smallBlocks(golden, 1);
  const whole = log(header, blocks);
  const { members } = takenApart(whole);
  const second = members[0].bytes.length + members[1].bytes.length;
  const session = await openSession(whole);
  const keyframe = (number) => [
    ...counted([...encodedValue(session.state(number), session.header.state)]), 0,
  ];
  const withKeyframe = (number) => log(header, blocks.map((block, index) => {
    if (index !== 3) return block;
    return { ...block, payload: [...keyframe(number), ...block.payload], flags: 1 };
  }));
  await compare(context, new Map([
    ['flipped.reprise', flipped(whole, second + 60, 0xff)],
    ['cut.reprise', whole.slice(0, second + 60)],
    ['same-keyframe.reprise', withKeyframe(3)],
    ['other-keyframe.reprise', withKeyframe(1)],
  ]));
});

test('A damaged log shows the steps before the damage', async () => {
  const whole = await blocksLog({});
  const { members } = takenApart(whole);
  const third = members.slice(0, 3).reduce((length, { bytes }) => length + bytes.length, 0);
  const session = await openSession(flipped(whole, third + 60, 0xff));
  const intact = await openSession(whole);
  assert.equal(session.last, 6);
  for (let number = 0; number <= 6; number += 1) {
    assert.equal(session.stateJSON(number), intact.stateJSON(number));
  }
  assert.equal(session.stateJSON(7), null);
});
