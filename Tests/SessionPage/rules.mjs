// The rules of the format: logs that keep them, and logs that break them with correct checksums.
import assert from 'node:assert/strict';
import test from 'node:test';
import zlib from 'node:zlib';

import { ByteReader } from '../../Tools/SessionPage/Reader/bytes.js';
import { smallBlocks } from './blocks.mjs';
import { sameMessages } from './comparing.mjs';
import { bytesOfFile } from './program.mjs';
import { chunk, counted, event, events, joined, log, takenApart, varint } from './writer.mjs';

const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
const { header } = takenApart(golden);
const blocks = await smallBlocks(golden, 3);
const [first, second, ...others] = blocks;
const empty = { payload: [], steps: 0 };
// An action without associated values, as a whole step.
const step = [0, 4, 0];

/** Returns a header that requires these features only. */
function requiring(...requires) {
  return { ...header, requires };
}

/** Returns a log whose second block has a payload. */
function after(payload, steps, own = requiring()) {
  return log(own, [first, { payload, steps }]);
}

/** Returns a log whose second block is a chunk of different rows. */
function rows(list, { rest = [0], own = requiring(), more = [] } = {}) {
  return after([...chunk(list, list.map((_, index) => index), rest), ...more], list.length, own);
}

/** Checks that both readers reject logs that break the rules, and no log that keeps them. */
async function check(context, broken, kept = {}) {
  for (const [name, message] of await sameMessages(context, { ...broken, ...kept })) {
    assert.equal(message === null, name in kept, `${name}: ${message}`);
  }
}

test('The reader agrees with `replay` about false members', async (context) => {
  const lie = (fields) => log(header, [first, { ...second, fields }, ...others]);
  await check(context, {
    'length of a gigabyte': lie({ length: 2 ** 30 }),
    'length of none': lie({ length: 0 }),
    'inflated to two gigabytes': lie({ inflated: 2 ** 31 - 1 }),
    'inflated to more than a count': lie({ inflated: 2 ** 31 }),
    'inflated to one more': lie({ inflated: second.payload.length + 1 }),
    'inflated to one less': lie({ inflated: second.payload.length - 1 }),
    'inflated to nothing': lie({ inflated: 0 }),
    'unknown kind': lie({ kindNumber: 9 }),
    'second header': lie({ kindNumber: 0, position: 0, steps: 0, binding: 0 }),
    'unknown flag': lie({ flags: 4 }),
    'gap without keyframe': lie({ flags: 2 }),
    'reserved bytes': lie({ reserved: 1 }),
    'other header': lie({ binding: 1 }),
    'header of a header': log(header, blocks, { lies: { header: { binding: 1 } } }),
    'other sequence': lie({ sequence: 7 }),
    'more steps': lie({ steps: 4 }),
    'very many steps': lie({ steps: 2 ** 31 - 1 }),
    'steps beyond all': lie({ steps: 2 ** 32 - 1 }),
    stored: lie({ compressed: Uint8Array.of(1, 200, 0, 55, 255, 1, 2) }),
    'no deflate': lie({ compressed: Uint8Array.of(7, 1, 2, 3) }),
    'more than a stream': log(header, [{ ...first, payload: [...first.payload, 0] }]),
    'two logs': joined([log(header, blocks), log(header, blocks)]),
    'data behind the end': Uint8Array.of(...log(header, blocks), 1, 2, 3),
  });
});

test('The reader agrees with `replay` about the order of blocks', async (context) => {
  const at = (position, flags = 3) => log(header, [first, { ...first, flags, position }]);
  const later = (own, fields = {}) => log(own, [{ ...first, position: 2 ** 40, ...fields }]);
  const long = [...first.payload, ...chunk([[64, ...new Array(2 ** 21).fill(65)]], [0])];
  const compressed = zlib.deflateRawSync(Uint8Array.from(long), { level: 0 });
  const longBlock = (fields) => log(requiring('marks'), [
    { ...first, payload: long, steps: first.steps + 1, fields },
  ]);
  await check(context, {
    'later step': at(9, 1),
    'no gap': at(first.steps + 1),
    'gap that is too long': at(2 ** 31 + first.steps + 1),
    'huge position': log(header, [
      first, { ...first, fields: { flags: 3, position: 2n ** 64n - 2n } },
    ]),
    'later start without the feature': later(header),
    'no keyframe': log(header, [{ ...first, flags: 0 }]),
    'third block without steps': log(header, [first, empty, empty, empty, second]),
    'long payload of a short member': longBlock(),
  }, {
    whole: log(header, blocks),
    copies: log(header, blocks, { copies: true }),
    'no blocks': log(header, []),
    gap: at(9),
    'longest gap': at(2 ** 31 + first.steps),
    'later start': later(requiring('laterStart')),
    'gap at the start': later(requiring('laterStart'), { flags: 3, position: 5 }),
    'two blocks without steps': log(header, [first, empty, empty, second]),
    'long payload of a long member': longBlock({ compressed }),
  });
});

test('The reader agrees with `replay` about what follows the blocks', async (context) => {
  const lie = (lies) => log(header, blocks, { copies: true, lies });
  const { members } = takenApart(lie({}));
  const parts = members.map(({ bytes }) => bytes);
  const index = members[members.length - 3].payload;
  const listing = (offset) => lie({
    index: { payload: index.map((byte, at) => (at === offset ? byte ^ 1 : byte)) },
  });
  const without = (...kinds) => joined(
    members.filter(({ kind }) => !kinds.includes(kind)).map(({ bytes }) => bytes));
  await check(context, {
    'index with steps': lie({ index: { steps: 1 } }),
    'index with a position': lie({ index: { position: 1 } }),
    'index with a flag': lie({ index: { flags: 1 } }),
    'index of another header': lie({ index: { binding: 1 } }),
    'other count of blocks': listing(0),
    'other count of steps': listing(4),
    'other offset': listing(12),
    'other first step': listing(20),
    'other steps of a block': listing(28),
    'other flags': listing(32),
    'short index': lie({ index: { payload: index.slice(1) } }),
    'copy of another header': lie({ copy: { payload: [0x7b, 0x7d, 10] } }),
    'copy in another order': lie({ copy: { sequence: 9 } }),
    'end that leads nowhere': lie({ end: { position: 1 } }),
    'end with a payload': lie({ end: { payload: [1], compressed: undefined } }),
    'long end': lie({ end: { compressed: Uint8Array.of(1, 0, 0, 255, 255) } }),
    'end of another header': lie({ end: { binding: 1 } }),
    'no index': without(2),
    'only blocks': without(2, 3, 4),
    'no end': without(3),
    'two indexes': lie({ copy: { kindNumber: 2, payload: index } }),
    'two ends': joined([...parts, parts[parts.length - 1]]),
    'block behind the end': joined([...parts, parts[1]]),
  });
});

test('The reader agrees with `replay` about chunks and rows', async (context) => {
  const utf8 = [...new TextEncoder().encode('größer')];
  const identity = [...counted([119]), ...counted([87, 46, 73])];
  const keyframe = new ByteReader(Uint8Array.from(first.payload));
  keyframe.counted();
  keyframe.counted();
  const referring = (row) => log(requiring('actionReferences'), [
    { payload: [...first.payload.slice(0, keyframe.position), ...chunk([row], [0])], steps: 1 },
  ]);
  await check(context, {
    'many steps in a chunk': after(varint(2 ** 31), 3),
    'many rows in a chunk': after([1, ...varint(2 ** 31)], 1),
    'too many steps': after(chunk([[64, 65]], new Array(65537).fill(0)), 65537),
    'row that the chunk lacks': after(chunk([step], [1]), 1),
    'times of another form': rows([step], { rest: [2] }),
    'empty row': rows([[]]),
    'unknown flags': rows([[128]]),
    'bytes behind an action': rows([[...step, 0]]),
    'change without bytes': rows([[8, 4, 0]]),
    'mark without the feature': rows([[64, 65]]),
    'mark with a change': rows([[72, 65]], { own: requiring('marks') }),
    'change from outside without the feature': rows([[40, 1]], { own: requiring('marks') }),
    'change from outside without a change': rows([[32]], { own: requiring('sharedState') }),
    'change from outside by an effect': rows(
      [[41, 1]], { own: requiring('sharedState'), rest: [0, 1] }),
    'unfinished step before another': rows([[16, 4, 0], step]),
    'unfinished step before a chunk': after(
      [...chunk([[16, 4, 0]], [0]), ...chunk([step], [0])], 2),
    'unfinished step before a block': log(header, [
      first, { payload: chunk([[16, 4, 0]], [0]), steps: 1 }, empty,
    ]),
    'unfinished step with an effect': rows([[20, 4, 0, 0]]),
    'unfinished step with more than its action': rows([[16, 4, 0, 0]]),
    'action without references': referring(step),
    'effect of an unknown kind': rows([[4, 4, 0, 11]]),
    'read of no dependency': rows([[2, 4, 0]], { rest: [0, ...counted([99, 0])] }),
    'effect of no step': rows([[1, 4, 0]], { rest: [0, 99] }),
    'effect of its own step': rows([[1, 4, 0]], { rest: [0, 0] }),
    repeated: log(requiring('marks'), [first, {
      payload: chunk([[64, ...new Array(99).fill(65)]], new Array(65536).fill(0)), steps: 65536,
    }]),
  }, {
    marks: rows([[64, ...utf8], step, [64]], { own: requiring('marks') }),
    'unfinished step': rows([step, [16, 4, 0]]),
    'unfinished step of an effect': rows([step, [17, 4, 0]], { rest: [0, 1] }),
    'identities with types': rows(
      [[4, 4, 0, 10, ...identity], [4, 4, 0, 9, ...identity, 1, 2]],
      { own: requiring('identityTypes') }),
    'action with references': referring([0, 0, 4, 0]),
  });
});

test('The reader agrees with `replay` about what ends a block', async (context) => {
  const calls = { ...requiring('calls', 'partDigests'), endpoints: [] };
  const begun = events([[0, 0, event(0, 1, [1])]]);
  // A group that is not compared, and a group of three parts.
  const digests = [0, 2, 0, 3, ...new Array(8).fill(0)];
  const many = [0x80, 0, ...varint(2 ** 20 + 1), ...new Array(2 ** 21).fill(0)];
  const compressed = zlib.deflateRawSync(Uint8Array.from(many), { level: 0 });
  await check(context, {
    'events without the feature': after(begun, 0),
    'no events': after(events([]), 0, calls),
    'very many events': after(events([], 2 ** 31), 0, calls),
    'too many events': log(calls, [first, { payload: many, steps: 0, fields: { compressed } }]),
    'fewer events than claimed': after(events([[0, 0, [5, 1]]], 2), 0, calls),
    'event after a missing step': after(events([[1, 0, event(0, 1, [1])]]), 0, calls),
    'events twice': after([...begun, ...begun], 0, calls),
    'steps behind events': after([...begun, ...chunk([step], [0])], 1, calls),
    'digests without the feature': after(digests, 0),
    'short digests': after(digests.slice(1), 0, calls),
    'bytes behind digests': after([...digests, 0], 0, calls),
    'steps behind digests': after([...digests, ...chunk([step], [0])], 1, calls),
    'events behind digests': after([...digests, ...begun], 0, calls),
    'digests behind an unfinished step': rows([[16, 4, 0]], { own: calls, more: digests }),
  }, {
    events: after(begun, 0, calls),
    digests: after(digests, 0, calls),
    'steps, events and digests': rows([step], { own: calls, more: [...begun, ...digests] }),
    'events behind an unfinished step': rows([[16, 4, 0]], { own: calls, more: begun }),
  });
});
