import { ByteReader } from './bytes.js';
import { readEffect, EffectBudget } from './effects.js';
import { Fault, trailingBytes } from './errors.js';
import { stepFlags } from './blocks.js';
import { readValue } from './values.js';

const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const minReads = 16 * 2 ** 20;
const readsPerByte = 16;
const bytesPerRead = 80;
const noEffect = { kind: 'none' };

/**
 * Reads a row of a chunk: an action or the text of a mark, the effect, and the offset of the
 * change, or 0 if there is none.
 *
 * `budget` limits the effects of a chunk.
 */
export function readRow(rows, index, payload, header, memory, budget = new EffectBudget()) {
  const flags = rows.flags[index];
  const start = rows.start[index];
  const reader = new ByteReader(payload, start, rows.end[index]);
  if (flags & stepFlags.mark) {
    return { action: lossy.decode(reader.take(reader.remaining)), effect: noEffect, change: 0 };
  }
  if (flags & stepFlags.outside) return { action: null, effect: noEffect, change: start };
  if (header.hasActionReferences) reader.take(reader.count());
  const action = readValue(reader, header.action, memory);
  const effect = flags & stepFlags.effect ? readEffect(reader, budget) : noEffect;
  return { action, effect, change: changeStart(reader, flags, header.hasChanges) };
}

function changeStart(reader, flags, hasChanges) {
  const length = reader.remaining;
  if ((flags & stepFlags.change) === 0 || !hasChanges) {
    if (length > 0) throw trailingBytes(length);
    return 0;
  }
  return reader.position;
}

/** Reads the reads of a step: the index of each dependency, and the value. */
export function readReads(payload, start, end, header, memory) {
  const reader = new ByteReader(payload, start, end);
  let left = minReads + readsPerByte * payload.length;
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
