import { ByteReader } from './bytes.js';
import { readEffect, EffectBudget } from './effects.js';
import { Fault } from './errors.js';
import { stepFlags } from './blocks.js';
import { readValue } from './values.js';

const digestLength = 8;
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const leastReads = 16 * 2 ** 20;
const readsPerByte = 16;
const bytesPerRead = 80;
const noEffect = { kind: 'none' };

/**
 * Reads what a row holds: an action or the text of a mark, the effect, and where the change is.
 *
 * `budget` bounds the effects of a chunk.
 */
export function readRow(row, payload, header, memory, budget = new EffectBudget()) {
  if (row.flags & stepFlags.mark) {
    return {
      action: lossy.decode(payload.subarray(row.start, row.end)), effect: noEffect, change: null,
    };
  }
  if (row.flags & stepFlags.outside) {
    return { action: null, effect: noEffect, change: { start: row.start, end: row.end } };
  }
  const reader = new ByteReader(payload, row.start, row.end);
  const action = readValue(reader, header.action, memory);
  const effect = row.flags & stepFlags.effect ? readEffect(reader, budget) : noEffect;
  return { action, effect, change: changeRange(reader, row, header.level) };
}

function changeRange(reader, row, level) {
  const length = reader.remaining;
  if ((row.flags & stepFlags.change) === 0 || level === 'actions') {
    if (length > 0) throw trailingBytes(length);
    return null;
  }
  if (level === 'checks' && length !== digestLength) throw trailingBytes(length);
  return { start: reader.position, end: row.end };
}

/** The fault of bytes that nothing explains. */
export function trailingBytes(count) {
  return new Fault(`${count} bytes are left after its last step`);
}

/** Reads what a step read of its dependencies: the index of each, and the value. */
export function readReads(payload, start, end, header, memory) {
  const reader = new ByteReader(payload, start, end);
  let left = leastReads + readsPerByte * payload.length;
  const reads = [];
  while (!reader.isAtEnd) {
    const index = reader.varint32();
    const draw = header.draws[index];
    if (draw === undefined) {
      throw new Fault(`a step read from dependency ${index}, which the header lacks`);
    }
    const from = reader.position;
    const value = readValue(reader, draw.type, memory());
    left -= bytesPerRead + reader.position - from;
    if (left < 0) {
      throw new Fault(
        `a step has more than ${reads.length} reads, too many for so short a block`);
    }
    reads.push({ index, value });
  }
  return reads;
}
