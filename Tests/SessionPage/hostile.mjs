// Logs that no recorder writes: their checksums are correct, but their contents are not.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { smallBlocks } from './blocks.mjs';
import { messageOf, sameMessages } from './comparing.mjs';
import { bytesOfFile, inParallel, reprise, temporaryFolder } from './program.mjs';
import { randomLog } from './randomlogs.mjs';
import { chunk, counted, headerOf, log, takenApart, varint } from './writer.mjs';

/** Returns a log with some bytes in the payloads of its blocks changed. */
function corrupted(bytes, random) {
  const { header, blocks } = takenApart(bytes);
  const payloads = blocks.map(({ payload }) => Uint8Array.from(payload));
  const payload = payloads[random(payloads.length)];
  for (let left = 1 + random(3); left > 0; left -= 1) payload[random(payload.length)] = random(256);
  return log(header, blocks.map(({ steps, flags, position }, index) => ({
    payload: payloads[index], steps, flags, ...(index === 0 ? { position } : {}),
  })));
}

function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

test('The reader agrees with the program about blocks with changed bytes', async (context) => {
  const folder = temporaryFolder(context);
  const random = randomNumbers(7);
  const seeds = Array.from({ length: 120 }, (_, index) => index + 1);
  let [damaged, compared] = [0, 0];
  await inParallel(seeds, async (seed) => {
    const bytes = corrupted(randomLog(seed), random);
    const file = path.join(folder, `${seed}.reprise`);
    fs.writeFileSync(file, bytes);
    const own = await messageOf(bytes, file);
    // `export` checks each change after it is applied, like a replay.
    const { stderr } = await reprise(['export', file]);
    const expected = stderr.split(`${file}: `)[1];
    if (own !== null) damaged += 1;
    // Only a replay compares keyframes with the preceding states.
    if (own !== null && own.includes('the one that the steps before it led to')) return;
    compared += 1;
    const clause = (text) => (text ? text.trim().replace(/ The \d+ steps before it.*/, '') : null);
    assert.equal(clause(own), clause(expected), file);
  });
  assert.ok(damaged > 50 && compared > 80, `${damaged} damaged, ${compared} compared`);
});

/** Returns headers with a false format, version or list of features, and headers of false JSON. */
function falseForms(header) {
  const nestedKey = (count) => (
    `{"aaa":${'['.repeat(count)}"[]\\"["${']'.repeat(count)},${JSON.stringify(header).slice(1)}`);
  const nestedJSON = `${'{"a":'.repeat(5e4)}1${'}'.repeat(5e4)}`;
  const manyFeatures = ['a', 'b\u001b[31m', 'c'.repeat(99), 'd', 'e', 'f', 'g'];
  return {
    foreign: { ...header, format: 'other' },
    'no-version': { ...header, version: undefined },
    'version-1': { ...header, version: 1 },
    'version-3': { ...header, version: 3 },
    'version-3-with-features': { ...header, version: 3, requires: ['time travel'] },
    'version-3-otherwise': { ...header, version: 3, requires: { a: 1 } },
    'requires-text': { ...header, requires: 'marks' },
    'unknown-feature': { ...header, requires: ['marks', 'time travel'] },
    'unknown-features': { ...header, requires: manyFeatures },
    'no-app': { ...header, app: undefined },
    'no-schema': { ...header, schema: undefined },
    'no-types': { ...header, schema: {} },
    'no-state': { ...header, state: undefined },
    'no-draws': { ...header, draws: undefined },
    'no-requires': { ...header, requires: undefined },
    'very-deep-type': `{"format":"reprise","version":2,"requires":[],"state":${nestedJSON}}`,
    'json-of-512-levels': nestedKey(511),
    'json-of-513-levels': nestedKey(512),
    'no-json': '{"format":',
    'list': '[]',
    'null': 'null',
    'two-lines': '{"format":"reprise"}\n{"version":2}',
  };
}

/** Returns headers whose types are false. */
function falseTypes(header) {
  const types = (list, more = {}) => ({ ...header, schema: { types: list }, ...more });
  const flag = { name: 'a', type: 'Bool' };
  const deep = (count) => {
    let type = 'Bool';
    for (let left = count; left > 0; left -= 1) type = { array: type };
    return type;
  };
  const deepTuple = (count) => {
    let type = 'Bool';
    for (let left = count; left > 0; left -= 1) type = { tuple: [{ type }] };
    return type;
  };
  return {
    'unknown-type': { ...header, state: 'Int65' },
    'two-keys': { ...header, state: { array: 'Bool', optional: 'Bool' } },
    'no-such-type': { ...header, state: { type: 9999 } },
    'no-such-type-in-a-field': types([{ name: 'A', struct: [{ type: { type: 7 } }] }]),
    'struct-and-enum': types([{ name: 'A', struct: [], enum: [] }]),
    'two-fields-of-a-name': types([{ name: 'A', struct: [flag, flag] }]),
    'two-cases-of-a-name': types([{ name: 'A', enum: [{ name: 'a' }, { name: 'a' }] }]),
    'name-that-hides': types([{ name: 'A\u202e', struct: [] }]),
    'empty-name': types([{ name: '', struct: [] }]),
    'deep-type': { ...header, state: deep(70) },
    'name-number': types([{ name: 5, struct: [] }]),
    'name-that-acts': types([{ name: 'A"\u0007', struct: [] }]),
    'struct-null': types([{ name: 'A', struct: null }]),
    'dictionary-of-one': types([{ name: 'A', struct: [{ type: { dictionary: ['Bool'] } }] }]),
    'type-fraction': types([{ name: 'A', struct: [{ type: { type: 1.5 } }] }]),
    'deep-tuples': { ...header, state: deepTuple(40) },
  };
}

/** Returns headers with a false value of an optional key. */
function falseKeys(header) {
  return {
    'context-number': { ...header, context: 5 },
    'context-of-numbers': { ...header, context: { a: 1 } },
    'redacted-text': { ...header, redacted: 'x' },
    'redacted-numbers': { ...header, redacted: [1] },
    'optional-null': { ...header, optional: null },
    'types-version-text': { ...header, schemaVersion: 'x' },
    'types-version-fraction': { ...header, schemaVersion: 1.5 },
    'supplement-unknown': { ...header, supplements: ['X'] },
    'shared-text': { ...header, shared: 'x' },
    'shared-number': { ...header, shared: [5] },
    'shared-without-name': { ...header, shared: [{ in: 0, type: 'Bool' }] },
    'shared-owner-text': { ...header, shared: [{ in: 'x', name: 'a', type: 'Bool' }] },
    'shared-of-an-unknown-type': { ...header, shared: [{ in: 0, name: 'a', type: { type: 99 } }] },
    'draw-number': { ...header, draws: [5] },
    'app-number': { ...header, app: 5 },
    'recorded-null': { ...header, recorded: null },
    'level-unknown': { ...header, level: 'x' },
    'endpoints-text': { ...header, endpoints: 'x' },
    'endpoint-number': { ...header, endpoints: [5] },
    'endpoint-without-name': { ...header, endpoints: [{ arguments: [], isStream: false }] },
    'endpoint-without-arguments': { ...header, endpoints: [{ name: 'a', isStream: false }] },
    'endpoint-of-an-unknown-type': {
      ...header, endpoints: [{ name: 'a', arguments: ['Int65'], isStream: false }],
    },
    'endpoint-without-stream': { ...header, endpoints: [{ name: 'a', arguments: [] }] },
    'endpoint-stream-number': { ...header, endpoints: [{ name: 'a', arguments: [], isStream: 1 }] },
    'endpoint-stream-null': {
      ...header, endpoints: [{ name: 'a', arguments: [], isStream: null }],
    },
  };
}

test('The reader agrees with `replay` about false headers', async (context) => {
  const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
  const { header } = takenApart(golden);
  const blocks = await smallBlocks(golden, 3);
  const headers = { ...falseForms(header), ...falseTypes(header), ...falseKeys(header) };
  const logs = Object.fromEntries(Object.entries(headers).map(
    ([name, own]) => [name, log(own, blocks)]));
  logs.long = log(`${JSON.stringify(header)}${' '.repeat(2 ** 20)}`, blocks);
  await sameMessages(context, logs);
});

/** Returns a log of one block, whose state has the first of the types. */
function typed(types, state, steps = []) {
  const payload = [...counted(state), 0, ...steps.flat()];
  return log(headerOf(types), [{ payload, steps: steps.length }]);
}

/** Checks that the reader has the message of `show` for each log, and returns the messages. */
async function sameAsShow(context, logs) {
  const file = path.join(temporaryFolder(context), 'hostile.reprise');
  const messages = new Map();
  for (const [name, bytes] of Object.entries(logs)) {
    fs.writeFileSync(file, bytes);
    const { stderr } = await reprise(['show', file, '--at', '0', '--json']);
    const expected = stderr === '' ? null : stderr.split(`${file}: `)[1].trim();
    messages.set(name, await messageOf(bytes, file));
    assert.equal(messages.get(name), expected, name);
  }
  return messages;
}

test('Endless types and values are rejected as by the program', async (context) => {
  const field = (type, name) => ({ ...(name ? { name } : {}), type });
  const listOf = (type) => [{ name: 'T', struct: [field({ array: type }, 'a')] }];
  const chain = (count, fields) => Array.from({ length: count }, (_, index) => ({
    name: `T${index}`, struct: index + 1 < count ? fields({ type: index + 1 }) : [],
  }));
  let nested = 'Bool';
  for (let left = 30; left > 0; left -= 1) nested = { optional: nested };
  const zeros = (count) => new Array(count).fill(0);
  const ones = (count) => new Array(count).fill(1);
  const logs = {
    'two fields each': typed(chain(40, (next) => [field(next, 'a'), field(next, 'b')]), [0]),
    'in arrays': typed(
      chain(40, (next) => [field({ array: next }, 'a'), field({ array: next }, 'b')]),
      new Array(1000).fill(2)),
    'a long chain': typed(chain(10000, (next) => [field(next, 'a')]), [0]),
    'of itself': typed([{ name: 'T', struct: [field({ type: 0 }, 'a')] }], [0]),
    'of each other': typed([
      { name: 'A', struct: [field({ type: 1 }, 'a'), field({ type: 1 }, 'b')] },
      { name: 'B', struct: [field({ type: 0 }, 'a'), field({ optional: { type: 0 } }, 'b')] },
    ], [0]),
    'itself in an array': typed(listOf({ type: 0 }), ones(2000)),
    'nested optionals': typed(listOf(nested), [...varint(30000), ...ones(30000 * 31)]),
    'nested lists': typed(
      listOf({ array: { array: 'Bool' } }), [...varint(300000), ...ones(900000)]),
    'many flags': typed(listOf('Bool'), [...varint(500000), ...zeros(500000)]),
    'a claimed count': typed(listOf('Bool'), [...varint(2n ** 63n), 0]),
    'a chain in a list': typed(
      [...listOf({ type: 1 }), ...chain(100, (next) => [field(next, 'a')])
        .map(({ name, struct }) => ({
          name, struct: struct.map((own) => field({ type: own.type.type + 1 }, 'a')),
        }))],
      [...varint(1000), ...zeros(1000)]),
    'no cases': typed([{ name: 'T', enum: [] }], [0]),
  };
  await sameAsShow(context, logs);
});

test('Values that do not fit their types are rejected as by the program', async (context) => {
  const of = (type, ...state) => typed([{ name: 'T', struct: [{ name: 'a', type }] }], state);
  const messages = await sameAsShow(context, {
    'a flag of 2': of('Bool', 2),
    'a number above its type': of('Int8', ...varint(256)),
    'a number below its type': of('Int8', ...varint(257)),
    'an unsigned number above its type': of('UInt16', ...varint(2 ** 16)),
    'a number in a long form': of('UInt8', 0x80, 0),
    'an optional of 2': of({ optional: 'Bool' }, 2),
    'a text that is not UTF-8': of('String', 2, 0xc3, 0x28),
    'an address that is not UTF-8': of('URL', 1, 0xff),
    'a short identifier': of('UUID', ...new Array(15).fill(1)),
    'a set out of order': of({ set: 'UInt8' }, 2, 2, 1),
    'a set with a duplicate': of({ set: 'UInt8' }, 2, 1, 1),
    'a dictionary out of order': of({ dictionary: ['UInt8', 'Bool'] }, 2, 2, 0, 1, 0),
    'a dictionary with a duplicate': of({ dictionary: ['UInt8', 'Bool'] }, 2, 1, 0, 1, 1),
    'a tuple without a byte': of({ tuple: [] }),
    'a tuple of 1': of({ tuple: [] }, 1),
    'a case that its type lacks': typed([{ name: 'T', enum: [{ name: 'a' }] }], [1]),
    'more than a value': of('Bool', 0, 0),
  });
  for (const [name, message] of messages) assert.notEqual(message, null, name);
});

test('Small logs of very many steps take little time and memory', async () => {
  const fields = [{ name: 'a', type: { array: 'Bool' } }, { name: 'b', type: 'String' }];
  const types = [{ name: 'T', struct: fields }];
  const state = [
    ...varint(150000), ...new Array(150000).fill(0), ...counted(new Array(100000).fill(65)),
  ];
  const action = [1, 1, 1, 66];
  const make = (row, count) => {
    const whole = takenApart(typed(types, state));
    const block = { payload: chunk([row], new Array(65536).fill(0)), steps: 65536 };
    const [first] = whole.blocks;
    const blocks = [{ payload: first.payload, steps: 0 }, ...new Array(count).fill(block)];
    return log(whole.header, blocks);
  };
  const logs = {
    'one flag of many changed': make([8, ...action, 1, 0, 1, 0], 4),
    'a flag inserted': make([8, ...action, 1, 1, 0, 0, 1, 0], 1),
    'a long text changed': make([8, ...action, 2, ...varint(99999), 0, 1, 66], 1),
    'nothing changed': make([0, ...action], 100),
  };
  for (const [name, bytes] of Object.entries(logs)) {
    const start = performance.now();
    const session = await openSession(bytes);
    assert.ok(session.count > 1000, name);
    assert.equal(session.state(session.last).length, 2);
    const time = performance.now() - start;
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    assert.ok(time < 20000, `${name}: ${time} ms`);
    assert.ok(heapUsed + arrayBuffers < 1.5e9, `${name}: ${heapUsed + arrayBuffers} bytes`);
  }
});
