// Creates logs of random types, values and changes. A seed always produces the same log.
import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { sessionHeader } from '../../Tools/SessionPage/Reader/sessionheader.js';
import { isSame } from '../../Tools/SessionPage/Reader/values.js';
import { changeBytes } from './changebytes.mjs';
import { Maker, texts } from './randomvalues.mjs';
import { chunk, counted, headerOf, log, varint } from './writer.mjs';

function effectBytes(random, action, depth = 2) {
  const text = () => counted([...new TextEncoder().encode(random.one(texts))]);
  const part = () => effectBytes(random, action, depth - 1);
  switch (random.below(depth === 0 ? 5 : 8)) {
    case 0: return [2];
    case 1: return [1];
    case 2: return [6, ...text()];
    case 3: return [7, ...counted(action)];
    case 4: return [8, ...text()];
    case 5: return [3, 2, ...part(), ...part()];
    case 6: return [4, 1, ...part()];
    default: return [5, ...text(), random.below(2), ...part()];
  }
}

/** Returns a log of random types, with steps that change a random state. */
export function randomLog(seed, stepCount = 30) {
  const maker = new Maker(seed);
  const { random } = maker;
  const header = headerOf(maker.schemaJSON(), {
    requires: ['marks', 'sharedState', 'laterStart'], action: { type: 4 },
    draws: [{ name: 'uuid', type: 'UUID' }, { name: 'random', type: 'UInt64' }],
  });
  const { state: type, action: actionType, draws } = sessionHeader(header);
  let state = maker.value(type);
  const first = random.below(2) ? 1 : 1000;
  const keyframe = () => [...counted([...encodedValue(state, type)]), 0];
  const blocks = [];
  let number = first;
  for (let left = stepCount; left > 0;) {
    const startsAnew = blocks.length === 0 || random.below(2) === 0;
    const head = startsAnew ? keyframe() : [];
    const [rows, distances, reads, elapsed] = [[], [], [], []];
    const size = Math.min(left, 1 + random.below(10));
    for (let index = 0; index < size; index += 1, number += 1) {
      elapsed.push(random.one([0, 1, 16, 1000, 123456]));
      const now = random.below(3) === 0 ? state : maker.changed(state, type);
      const change = isSame(state, now) ? null : changeBytes(state, now, type);
      const kind = random.below(12);
      if (kind === 0) {
        rows.push([64, ...new TextEncoder().encode(random.one(texts))]);
        continue;
      }
      if (kind === 1 && change !== null) {
        rows.push([32 | 8, ...change]);
        state = now;
        continue;
      }
      const action = [...encodedValue(maker.value(actionType), actionType)];
      const isReceived = number > 1 && random.below(4) === 0;
      const hasReads = random.below(4) === 0;
      const effect = random.below(3) === 0 ? effectBytes(random, action) : null;
      if (isReceived) distances.push(1 + random.below(Math.min(number - 1, 5)));
      if (hasReads) {
        const draw = random.below(2);
        reads.push([draw, ...encodedValue(maker.value(draws[draw].type), draws[draw].type)]);
      }
      const flags = Number(isReceived) | hasReads << 1 | (effect !== null) << 2
        | (change !== null) << 3;
      rows.push([flags, ...action, ...(effect || []), ...(change || [])]);
      state = now;
    }
    const rest = [
      1, ...elapsed.flatMap(varint), ...distances.flatMap(varint), ...reads.flatMap(counted),
    ];
    blocks.push({
      payload: [...head, ...chunk(rows, rows.map((_, index) => index), rest)], steps: size,
      flags: Number(startsAnew), ...(blocks.length === 0 ? { position: first } : {}),
    });
    left -= size;
  }
  return log(header, blocks);
}
