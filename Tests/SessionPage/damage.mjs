// Compares what the page's reader finds in damaged logs with the program's output.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { blocksLog, keyframe } from './blocks.mjs';
import { sameExport, sameMessages, sameStates, sameSteps } from './comparing.mjs';
import { bytesOfFile, temporaryFolder } from './program.mjs';
import { log, takenApart } from './writer.mjs';

// The golden log whose steps the tests write into logs of five blocks.
const golden = 'counter-limits';

// The distance between two damaged positions. A greater distance makes the tests faster.
const stride = Number(process.env.DAMAGE_STRIDE ?? 1);
assert.ok(
  Number.isInteger(stride) && stride > 0, `DAMAGE_STRIDE is not a positive number: ${stride}`);

/** Yields the positions from `start` to `end` at which a log is damaged. */
function* positions(start, end) {
  for (let position = start; position < end; position += stride) yield position;
}

function flipped(bytes, position, mask) {
  const changed = bytes.slice();
  changed[position] ^= mask;
  return changed;
}

/** Checks that both readers notice each change of a byte that changes a payload. */
async function sameFlips(context, whole, start, maskOf) {
  const changed = {};
  for (const position of positions(start, whole.length)) {
    changed[position] = flipped(whole, position, maskOf(position));
  }
  const messages = await sameMessages(context, changed);
  const payloads = (bytes) => takenApart(bytes).members.map(({ payload }) => payload);
  let unnoticed = 0;
  for (const [position, message] of messages) {
    if (message !== null) continue;
    // Some bits of compressed data have no meaning.
    unnoticed += 1;
    assert.deepEqual(payloads(changed[position]), payloads(whole), position);
  }
  assert.ok(unnoticed < 10, `${unnoticed} changes are not noticed`);
}

/** Checks that both readers reject a log that is cut off at any length. */
async function sameParts(context, whole, start) {
  const parts = {};
  for (const length of positions(start, whole.length)) parts[length] = whole.slice(0, length);
  for (const [length, message] of await sameMessages(context, parts)) {
    assert.notEqual(message, null, length);
  }
}

test('The reader agrees with `replay` about a log with any byte changed', async (context) => {
  const whole = bytesOfFile('Tests/Sessions/counter.reprise');
  for (const mask of [0x01, 0x80, 0xff]) await sameFlips(context, whole, 0, () => mask);
});

test('The reader agrees with `replay` about a log cut at any length', async (context) => {
  await sameParts(context, bytesOfFile('Tests/Sessions/counter.reprise'), 0);
});

for (const options of [{}, { copies: true }, { isUnfinished: true }]) {
  const form = JSON.stringify(options);
  test(`The reader agrees with 'replay' about many blocks with any byte changed: ${form}`,
    async (context) => {
      const whole = await blocksLog(golden, 3, options);
      const [{ bytes }] = takenApart(whole).members;
      await sameFlips(context, whole, bytes.length, (position) => 1 << position % 8);
    });

  test(`The reader agrees with 'replay' about many blocks cut at any length: ${form}`,
    async (context) => {
      const whole = await blocksLog(golden, 3, options);
      const [{ bytes }] = takenApart(whole).members;
      await sameParts(context, whole, bytes.length);
    });

  test(`The reader agrees with 'replay' about zeros and bytes at the end: ${form}`,
    async (context) => {
      const whole = await blocksLog(golden, 3, options);
      const logs = {};
      for (const zeros of [1, 8, 9, 10, 62, 512, 70_000]) {
        const padding = new Uint8Array(zeros);
        for (const [end, rest] of [['', []], ['cut', []], ['tail', [1]]]) {
          const start = end === 'cut' ? whole.slice(0, -3) : whole;
          logs[`${zeros}${end}`] = Uint8Array.from([...start, ...padding, ...rest]);
        }
      }
      await sameMessages(context, logs);
    });
}

test('Damage after one step is in the singular, and a wrong keyframe is found', async (context) => {
  const whole = await blocksLog(golden, 1);
  const { header, blocks, members } = takenApart(whole);
  const second = members[0].bytes.length + members[1].bytes.length;
  const session = await openSession(whole);
  const withKeyframe = (number) => log(header, blocks.map((block, index) => {
    if (index !== 3) return block;
    return { ...block, payload: [...keyframe(session, number), ...block.payload], flags: 1 };
  }));
  await sameMessages(context, {
    flipped: flipped(whole, second + 60, 0xff),
    cut: whole.slice(0, second + 60),
    'same keyframe': withKeyframe(3),
    'other keyframe': withKeyframe(1),
  });
});

test('A damaged log has the steps before the damage', async (context) => {
  const file = path.join(temporaryFolder(context), 'damaged.reprise');
  const whole = await blocksLog(golden, 3);
  const { blocks, members: [{ bytes: header }] } = takenApart(whole);
  let end = header.length;
  for (const { position, bytes } of blocks) {
    end += bytes.length;
    if (position === 1) continue;
    // The checksum of the payload.
    fs.writeFileSync(file, flipped(whole, end - 8, 0xff));
    const session = await openSession(bytesOfFile(file));
    assert.equal(session.last, position - 1);
    assert.equal(session.stateJSON(position), null);
    await sameSteps(session, file);
    await sameStates(session, file);
    await sameExport(session, file);
  }
});
