// Writes logs of any kind, including those that no recorder writes.
import zlib from 'node:zlib';

import { checksum } from '../../Tools/SessionPage/Reader/checksum.js';

const prefix = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 40, 0, 0x52, 0x50, 36, 0];
const kinds = { header: 0, block: 1, index: 2, end: 3, copy: 4 };

/** Returns a number in LEB128. */
export function varint(value) {
  const bytes = [];
  let rest = BigInt(value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Returns bytes preceded by their count. */
export function counted(bytes) {
  return [...varint(bytes.length), ...bytes];
}

/** Returns a chunk of steps. `rest` contains the bytes after the indices of their rows. */
export function chunk(rows, indices, rest = [0]) {
  return [
    ...varint(indices.length), ...varint(rows.length), ...rows.flatMap(counted),
    ...indices.flatMap(varint), ...rest,
  ];
}

/** Returns an event: its kind, its effect, further numbers, and the remaining bytes. */
export function event(kind, effect, numbers = [], rest = []) {
  return [kind, ...varint(effect), ...numbers.flatMap(varint), ...rest];
}

/** Returns an event with its numbers as differences from the previous ones. */
function differences(event, previous) {
  const nouns = [0, 1, 2, 3, 8].includes(event[0])
    ? ['effect', event[0] === 0 ? 'step' : 'call'] : ['effect'];
  let end = 1;
  const numbers = nouns.flatMap((noun) => {
    let number = 0n;
    let shift = 0n;
    do {
      number |= BigInt(event[end] & 0x7f) << shift;
      shift += 7n;
      end += 1;
    } while (event[end - 1] >= 0x80);
    const difference = number - previous[noun];
    previous[noun] = number;
    return varint(difference >= 0n ? difference * 2n : difference * -2n - 1n);
  });
  return [event[0], ...numbers, ...event.slice(end)];
}

/**
 * Returns the events of a block, `[steps, milliseconds, event]`. The first number counts the steps
 * since the previous event.
 */
export function events(found, count = found.length) {
  const previous = { effect: 0n, call: 0n, step: 0n };
  return [
    0x80, 0, ...varint(count), ...found.flatMap(([steps, milliseconds, bytes]) => [
      ...varint(steps), ...varint(milliseconds), ...counted(differences(bytes, previous)),
    ]),
  ];
}

/** Returns a member of a log. `fields` may be false. */
export function member(kind, payload, fields = {}) {
  const raw = Uint8Array.from(payload);
  const compressed = fields.compressed || zlib.deflateRawSync(raw);
  const bytes = new Uint8Array(52 + compressed.length + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(prefix);
  view.setUint8(16, fields.kindNumber === undefined ? kinds[kind] : fields.kindNumber);
  view.setUint8(17, fields.flags || 0);
  view.setUint16(18, fields.reserved || 0, true);
  view.setUint32(20, fields.sequence || 0, true);
  view.setUint32(24, fields.length === undefined ? bytes.length : fields.length, true);
  const inflated = fields.inflated === undefined ? raw.length : fields.inflated;
  view.setUint32(28, inflated, true);
  view.setBigUint64(32, BigInt(fields.position || 0), true);
  view.setUint32(40, fields.steps || 0, true);
  view.setUint32(44, fields.binding || 0, true);
  view.setUint32(48, checksum(bytes.subarray(16, 48)), true);
  bytes.set(compressed, 52);
  view.setUint32(bytes.length - 8, checksum(raw), true);
  view.setUint32(bytes.length - 4, inflated, true);
  return bytes;
}

/** Concatenates bytes. */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Returns a whole log of blocks `{ payload, steps, position?, flags? }`. The first has a keyframe.
 *
 * `isUnfinished` omits everything after the blocks, and `copies` adds a copy of the header. `lies`
 * replaces fields and payloads of the other members, by their kinds.
 */
export function log(header, blocks, { isUnfinished = false, copies = false, lies = {} } = {}) {
  const line = new TextEncoder().encode(
    `${typeof header === 'string' ? header : JSON.stringify(header)}\n`);
  const binding = checksum(line);
  const members = [member('header', line, lies.header)];
  let [offset, next, missing] = [members[0].length, 1, 0];
  const entries = [];
  blocks.forEach((block, number) => {
    const flags = block.flags === undefined ? Number(number === 0) : block.flags;
    const position = block.position || next;
    if (block.position) missing += position - next;
    const made = member('block', block.payload, {
      sequence: number + 1, binding, flags, position, steps: block.steps, ...block.fields,
    });
    entries.push({ offset, position, steps: block.steps, flags });
    members.push(made);
    offset += made.length;
    next = position + block.steps;
  });
  if (isUnfinished) return joined(members);
  const add = (kind, payload, fields = {}) => {
    const own = { payload, sequence: members.length, binding, ...fields, ...lies[kind] };
    members.push(member(kind, own.payload, own));
  };
  add('index', indexPayload(entries, next - 1 - missing));
  if (copies) add('copy', line);
  add('end', [], { position: offset, compressed: Uint8Array.of(3, 0) });
  return joined(members);
}

function indexPayload(entries, steps) {
  const bytes = new Uint8Array(12 + 21 * entries.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, entries.length, true);
  view.setBigUint64(4, BigInt(steps), true);
  entries.forEach((entry, number) => {
    const at = 12 + 21 * number;
    view.setBigUint64(at, BigInt(entry.offset), true);
    view.setBigUint64(at + 8, BigInt(entry.position), true);
    view.setUint32(at + 16, entry.steps, true);
    view.setUint8(at + 20, entry.flags);
  });
  return bytes;
}

/** Returns a header of types. The first is the type of the state and of the actions. */
export function headerOf(types, more = {}) {
  return {
    format: 'reprise', version: 2, requires: [], optional: [], app: 'Other', appVersion: '1',
    build: 'test', recorded: '2026-01-01T00:00:00Z', level: 'steps', schema: { types },
    state: { type: 0 }, action: { type: 0 }, draws: [], ...more,
  };
}

/** Returns the JSON line and the blocks of a log, with their payloads. */
export function takenApart(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = [];
  for (let offset = 0; offset < bytes.length; offset += view.getUint32(offset + 24, true)) {
    const length = view.getUint32(offset + 24, true);
    found.push({
      kind: bytes[offset + 16],
      flags: bytes[offset + 17],
      steps: view.getUint32(offset + 40, true),
      position: Number(view.getBigUint64(offset + 32, true)),
      payload: zlib.inflateRawSync(bytes.subarray(offset + 52, offset + length - 8)),
      bytes: bytes.subarray(offset, offset + length),
    });
  }
  return {
    header: JSON.parse(new TextDecoder().decode(found[0].payload)),
    blocks: found.filter(({ kind }) => kind === kinds.block),
    members: found,
  };
}
