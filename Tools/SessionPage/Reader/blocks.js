import { ByteReader } from './bytes.js';
import { Fault, trailingBytes } from './errors.js';
import { readEvents, startsEvents } from './events.js';

/** The bits of a row's first byte, which indicate the parts of a step. */
export const stepFlags = {
  received: 1, reads: 2, effect: 4, change: 8, unfinished: 16, outside: 32, mark: 64,
};

const knownFlags = 127;
const maxSteps = 1 << 16;
// The byte before the digests, at the place of a chunk's step count.
const digestMark = 0;
const digestLength = 8;

/**
 * Decodes the payload of a block: the range of its keyframe, its steps in chunks, and the places of
 * its events.
 *
 * Parts that only one step needs are not read. Columns are typed arrays.
 */
export function readBlock(payload, member, header) {
  const reader = new ByteReader(payload);
  const block = {
    keyframe: null, supplement: null, chunks: [], events: null, stepCount: 0, length: 0,
  };
  if ((member.flags & 1) !== 0) {
    block.keyframe = countedRange(reader);
    block.supplement = countedRange(reader);
  }
  let endsUnfinished = false;
  let hasDigests = false;
  let flags = 0;
  while (!reader.isAtEnd) {
    hasDigests = payload[reader.position] === digestMark;
    if (block.events === null && startsEvents(reader)) {
      block.events = readEvents(reader, block.stepCount);
      continue;
    }
    if (block.events !== null && !hasDigests) throw trailingBytes(reader.remaining);
    if (endsUnfinished) throw unfinishedBeforeEnd();
    if (hasDigests) {
      passDigests(reader);
      break;
    }
    const chunk = readChunk(reader);
    block.stepCount += chunk.count;
    if (block.stepCount > maxSteps) throw badStepCount(block.stepCount);
    block.length += chunk.length;
    endsUnfinished = chunk.endsUnfinished;
    for (const own of chunk.rows.flags) flags |= own;
    block.chunks.push(chunk);
  }
  block.endsUnfinished = endsUnfinished;
  if (block.stepCount !== member.steps) {
    throw new Fault(
      `it holds ${block.stepCount} steps, and ${member.steps} according to its head`);
  }
  requireFeature(hasDigests, header.hasPartDigests, 'partDigests');
  requireFeature(block.events !== null, header.hasCalls, 'calls');
  requireFeature(flags & stepFlags.mark, header.hasMarks, 'marks');
  requireFeature(flags & stepFlags.outside, header.hasSharedState, 'sharedState');
  return block;
}

/** Returns the fault of a step in which the app ended although other steps follow. */
export function unfinishedBeforeEnd() {
  return new Fault('the app ended in a step that other steps follow');
}

function requireFeature(isUsed, isDeclared, name) {
  if (!isUsed || isDeclared) return;
  throw new Fault(`a step needs the feature '${name}', which the header does not require`);
}

function badStepCount(count) {
  return new Fault(
    `a chunk or a block claims to have ${count} steps, and may have 1 to ${maxSteps}`);
}

/** Skips the digests at the end of a block, which are of the parts that only keyframes contain. */
function passDigests(reader) {
  reader.position += 1;
  for (let left = reader.count(); left > 0; left -= 1) {
    if (reader.varint32() > 0) reader.take(digestLength);
  }
  if (!reader.isAtEnd) throw trailingBytes(reader.remaining);
}

function countedRange(reader) {
  const count = reader.count();
  reader.position += count;
  return { start: reader.position - count, end: reader.position };
}

function readChunk(reader) {
  const count = reader.count();
  if (count < 1 || count > maxSteps) throw badStepCount(count);
  const rows = readRows(reader, count);
  const indices = new Uint16Array(count);
  for (let step = 0; step < count; step += 1) {
    const index = reader.varint32();
    if (index >= rows.count) {
      throw new Fault(`a step refers to row ${index}, which its chunk lacks`);
    }
    indices[step] = index;
  }
  const elapsed = reader.tag(2) === 1 ? numbers(reader, count) : null;
  return { count, rows, indices, elapsed, ...columnsOfSome(reader, rows, indices) };
}

/** Reads the columns that only some steps have, and adds up the rows. */
function columnsOfSome(reader, rows, indices) {
  const count = indices.length;
  let [received, reading, length] = [0, 0, 0];
  for (let step = 0; step < count; step += 1) {
    const row = indices[step];
    length += rows.end[row] - rows.start[row];
    if (rows.flags[row] & stepFlags.received) received += 1;
    if (rows.flags[row] & stepFlags.reads) reading += 1;
    if (rows.flags[row] & stepFlags.unfinished && step + 1 < count) throw unfinishedBeforeEnd();
  }
  const distances = numbers(reader, received);
  const reads = new Uint32Array(2 * reading);
  for (let index = 0; index < reading; index += 1) {
    const range = countedRange(reader);
    reads[2 * index] = range.start;
    reads[2 * index + 1] = range.end;
  }
  const endsUnfinished = (rows.flags[indices[count - 1]] & stepFlags.unfinished) !== 0;
  return { length, distances, reads, endsUnfinished };
}

/** Reads the ranges of the common parts of equal steps. Their contents are read on demand. */
function readRows(reader, stepCount) {
  const count = reader.count();
  if (count < 1 || count > stepCount) {
    throw new Fault(
      `a chunk has an invalid number of different steps: ${count}`);
  }
  const rows = {
    count,
    flags: new Uint8Array(count),
    start: new Uint32Array(count),
    end: new Uint32Array(count),
    // The offset of the change, after the action and the effect, or 0 if there is none.
    change: new Uint32Array(count),
    isChecked: new Uint8Array(count),
  };
  for (let index = 0; index < count; index += 1) {
    const { start, end } = countedRange(reader);
    if (start === end) throw new Fault(`the data ends within a value, at byte ${start}`);
    const flags = reader.bytes[start];
    if (flags > knownFlags || !isConsistent(flags)) {
      throw new Fault(`a step has the unknown flags ${flags}`);
    }
    rows.flags[index] = flags;
    rows.start[index] = start + 1;
    rows.end[index] = end;
  }
  return rows;
}

/** Returns whether the combination of a row's flags is valid. */
function isConsistent(flags) {
  if (flags & stepFlags.outside) return flags === (stepFlags.outside | stepFlags.change);
  if (flags & stepFlags.mark) return flags === stepFlags.mark;
  return (flags & stepFlags.unfinished) === 0
    || (flags & ~(stepFlags.received | stepFlags.unfinished)) === 0;
}

function numbers(reader, count) {
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) values[index] = Number(reader.varint());
  return values;
}
