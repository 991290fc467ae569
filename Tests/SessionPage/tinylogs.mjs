// Logs of a small app for the tests in browsers, which call these functions with JSON.
//
// The state of the app is a number, with two actions: `tap` adds one, and `move` adds a number.
import zlib from 'node:zlib';

import { chunk, counted, event, events, headerOf, log, varint } from './writer.mjs';

const types = [
  { name: 'State', struct: [{ name: 'count', type: 'Int64' }] },
  { name: 'Action', enum: [{ name: 'tap' }, { name: 'move', payload: [{ type: 'Int64' }] }] },
];
// A step `tap`, which increments the first field of the state.
const tap = [8, 0, 1, 2];

/** Returns a header with some keys replaced. */
function header(more) {
  return headerOf(types, {
    app: 'Tiny', appVersion: '1.0', build: 'none', recorded: '2026-11-22T00:00:00Z',
    action: { type: 1 }, ...more,
  });
}

function taps(count) {
  return chunk([tap], new Array(count).fill(0));
}

/**
 * Returns a log of taps in blocks of these numbers of steps, each with a keyframe.
 *
 * `keys` replaces keys of the header, and `gap` is the first step of the last block, if it follows
 * a gap.
 */
export function tinyLog(sizes, { keys = {}, gap = null, isUnfinished = false } = {}) {
  let count = 0;
  const blocks = sizes.map((steps) => {
    const payload = [...counted(varint(2 * count)), 0, ...taps(steps)];
    count += steps;
    return { payload, steps, flags: 1 };
  });
  if (gap !== null) Object.assign(blocks[blocks.length - 1], { position: gap, flags: 3 });
  return log(header(keys), blocks, { isUnfinished });
}

/** Returns a log whose first step starts an effect with a call for each text, and a stream. */
export function callsLog(texts, stepCount) {
  const endpoints = [
    { name: 'search.find', arguments: ['String'], answer: 'Int64', isStream: false },
    { name: 'clock.ticks', arguments: [], answer: 'Int64', isStream: true },
  ];
  const found = [[1, 7, event(0, 1, [1])]];
  texts.forEach((text, index) => {
    const bytes = [...new TextEncoder().encode(text)];
    found.push([0, 7, event(1, 1, [index + 1, 0], counted(bytes))]);
    found.push([index === 0 ? 1 : 0, 7, event(3, 1, [index + 1], [2, ...bytes])]);
  });
  found.push([0, 7, event(1, 1, [texts.length + 1, 1])]);
  const payload = [1, 0, 0, ...taps(stepCount), ...events(found)];
  // A long payload needs a long member.
  const compressed = zlib.deflateRawSync(Uint8Array.from(payload), { level: 0 });
  const block = { payload, steps: stepCount, fields: { compressed } };
  return log(header({ requires: ['calls'], endpoints }), [block]);
}
