// Creates logs that store the steps of an existing log in many small blocks.
import { readBlock, stepFlags } from '../../Tools/SessionPage/Reader/blocks.js';
import { encodedValue } from '../../Tools/SessionPage/Reader/encoding.js';
import { readHeader } from '../../Tools/SessionPage/Reader/header.js';
import { bytesOfFile } from './program.mjs';
import { chunk, counted, log, takenApart, varint } from './writer.mjs';

/** Returns a log of small blocks with the steps of a golden log. */
export async function blocksLog(name, size, options) {
  const golden = bytesOfFile(`Tests/Sessions/${name}.reprise`);
  return log(takenApart(golden).header, await smallBlocks(golden, size), options);
}

/** Returns the keyframe of a block after a step of a session. */
export function keyframe(session, number) {
  return [...counted([...encodedValue(session.state(number), session.header.state)]), 0];
}

/** Returns the steps of a log of one block as blocks of `size` steps. */
export async function smallBlocks(bytes, size) {
  const { header } = await readHeader(bytes);
  const [only] = takenApart(bytes).blocks;
  const { payload } = only;
  const block = readBlock(payload, only, header);
  const steps = block.chunks.flatMap((own) => stepsOf(own, payload));
  const chunkStart = block.supplement === null ? block.keyframe.end : block.supplement.end;
  const blocks = [];
  for (let start = 0; start < steps.length; start += size) {
    const taken = steps.slice(start, start + size);
    const keyframe = start === 0 ? Array.from(payload.subarray(0, chunkStart)) : [];
    blocks.push({ payload: [...keyframe, ...chunkOf(taken)], steps: taken.length });
  }
  return blocks;
}

function stepsOf(own, payload) {
  let [received, reading] = [0, 0];
  return Array.from(own.indices, (rowIndex, place) => {
    const { rows } = own;
    const flags = rows.flags[rowIndex];
    const step = {
      row: [flags, ...payload.subarray(rows.start[rowIndex], rows.end[rowIndex])],
      elapsed: own.elapsed === null ? 0 : own.elapsed[place],
    };
    if (flags & stepFlags.received) {
      step.distance = own.distances[received];
      received += 1;
    }
    if (flags & stepFlags.reads) {
      step.reads = payload.subarray(own.reads[2 * reading], own.reads[2 * reading + 1]);
      reading += 1;
    }
    return step;
  });
}

/** Returns a chunk of steps. Equal rows are shared. */
function chunkOf(steps) {
  const rows = new Map();
  const indices = steps.map(({ row }) => {
    const key = row.join();
    if (!rows.has(key)) rows.set(key, { index: rows.size, row });
    return rows.get(key).index;
  });
  return chunk(Array.from(rows.values(), ({ row }) => row), indices, [
    1, ...steps.flatMap(({ elapsed }) => varint(elapsed)),
    ...steps.flatMap(({ distance }) => (distance === undefined ? [] : varint(distance))),
    ...steps.flatMap(({ reads }) => (reads === undefined ? [] : counted(reads))),
  ]);
}
