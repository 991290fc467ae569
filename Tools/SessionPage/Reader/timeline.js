import { stepFlags } from './blocks.js';
import { Fault } from './errors.js';

const firstCapacity = 1024;
const rowsOfChunk = 1 << 16;

/** The steps of a log in columns, as shown in a list, without an object for each. */
export class Timeline {
  constructor() {
    this.count = 0;
    /** The chunk of each step, its index in the chunk, and its own parts there. */
    this.chunk = new Int32Array(firstCapacity);
    this.place = new Uint16Array(firstCapacity);
    this.read = new Int32Array(firstCapacity);
    /** The number of the step that started the effect, or 0 if the step was sent. */
    this.startedBy = new Float64Array(firstCapacity);
    this.cause = new Float64Array(firstCapacity);
    this.elapsed = new Float64Array(firstCapacity);
    this.time = new Float64Array(firstCapacity);
    /** Steps without a gap between them: the number of the first, and its index in the columns. */
    this.runs = [];
    /** The chunks, each with its block. */
    this.chunks = [];
  }

  /** The number of the last step, or 0 if there are no steps. */
  get last() {
    const run = this.runs[this.runs.length - 1];
    return run === undefined ? 0 : run.number + this.count - run.index - 1;
  }

  /** Returns the index of a step in the columns, or -1 if the log lacks the step. */
  index(number) {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (this.runs[middle].number <= number) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return -1;
    const run = this.runs[low - 1];
    const end = low < this.runs.length ? this.runs[low].index : this.count;
    const index = run.index + number - run.number;
    return index < end ? index : -1;
  }

  /** Returns the number of the step at an index. */
  number(index) {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (this.runs[middle].index <= index) low = middle + 1;
      else high = middle;
    }
    const run = this.runs[low - 1];
    return run.number + index - run.index;
  }

  add(block, firstNumber) {
    if (this.runs.length === 0 || firstNumber !== this.last + 1) {
      this.runs.push({ number: firstNumber, index: this.count });
    }
    this.reserve(block.stepCount);
    for (const chunk of block.chunks) this.addChunk(chunk, block);
  }

  addChunk(chunk, block) {
    const own = this.chunks.length;
    this.chunks.push({ chunk, block });
    let number = this.last + 1;
    let [received, reading] = [0, 0];
    for (let place = 0; place < chunk.count; place += 1) {
      const index = this.count;
      const flags = chunk.rows.flags[chunk.indices[place]];
      let distance = 0;
      if (flags & stepFlags.received) {
        distance = chunk.distances[received];
        received += 1;
        if (!(distance >= 1 && distance < number)) throw badOrigin(distance);
      }
      this.read[index] = flags & stepFlags.reads ? reading : -1;
      if (flags & stepFlags.reads) reading += 1;
      this.chunk[index] = own;
      this.place[index] = place;
      this.elapsed[index] = chunk.elapsed === null ? 0 : chunk.elapsed[place];
      this.time[index] = index === 0 ? 0 : this.time[index - 1] + this.elapsed[index];
      this.startedBy[index] = distance === 0 ? 0 : number - distance;
      this.cause[index] = this.causeOf(number, this.startedBy[index]);
      this.count += 1;
      number += 1;
    }
  }

  causeOf(number, startedBy) {
    if (startedBy === 0) return number;
    const index = this.index(startedBy);
    return index < 0 ? startedBy : this.cause[index];
  }

  /** Returns the row of the step at an index: the rows of its chunk, and its index there. */
  row(index) {
    const { chunk } = this.chunks[this.chunk[index]];
    return { rows: chunk.rows, row: chunk.indices[this.place[index]] };
  }

  /** Returns the flags of the step at an index. */
  flags(index) {
    const { chunk } = this.chunks[this.chunk[index]];
    return chunk.rows.flags[chunk.indices[this.place[index]]];
  }

  /** Returns a number for the row of a step, which is the same for all steps with the row. */
  rowNumber(index) {
    const own = this.chunk[index];
    return own * rowsOfChunk + this.chunks[own].chunk.indices[this.place[index]];
  }

  /** Removes all steps after the first `count`. */
  truncate(count) {
    if (count >= this.count) return;
    this.count = count;
    while (this.runs.length > 0 && this.runs[this.runs.length - 1].index >= count) this.runs.pop();
  }

  reserve(more) {
    let capacity = this.chunk.length;
    if (this.count + more <= capacity) return;
    while (capacity < this.count + more) capacity *= 2;
    for (const name of ['chunk', 'place', 'read', 'startedBy', 'cause', 'elapsed', 'time']) {
      const old = this[name];
      this[name] = new old.constructor(capacity);
      this[name].set(old.subarray(0, this.count));
    }
  }
}

function badOrigin(distance) {
  return new Fault(`an effect claims to have been started ${distance} steps ago`);
}
