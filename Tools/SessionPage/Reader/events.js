import { Fault } from './errors.js';

// The bytes that begin the events of a block: a 0 in two bytes, where a chunk has its step count.
const eventMark = [0x80, 0];
const maxEvents = 1 << 20;

/** Returns whether the events of a block are next. */
export function startsEvents(reader) {
  const { bytes, position } = reader;
  return reader.remaining > eventMark.length
    && eventMark.every((byte, index) => bytes[position + index] === byte);
}

/** Reads the locations of the events in a block of a number of steps, in columns. */
export function readEvents(reader, stepCount) {
  reader.position += eventMark.length;
  const count = reader.count();
  if (count < 1 || count > maxEvents) throw badEventCount(count);
  const events = {
    count,
    // The number of steps of the block before each event.
    before: new Uint32Array(count),
    elapsed: new Float64Array(count),
    start: new Uint32Array(count),
    end: new Uint32Array(count),
  };
  let before = 0;
  for (let index = 0; index < count; index += 1) {
    before += reader.varint32();
    const elapsed = Number(reader.varint());
    const length = reader.count();
    reader.position += length;
    if (before > stepCount) throw badEventCount(count);
    events.before[index] = before;
    events.elapsed[index] = elapsed;
    events.start[index] = reader.position - length;
    events.end[index] = reader.position;
  }
  return events;
}

function badEventCount(count) {
  return new Fault(
    `it claims to have ${count} events of effects, or has some after steps that it lacks`);
}
