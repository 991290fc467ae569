import { exact } from './bytes.js';
import { checksum } from './checksum.js';
import { Fault } from './errors.js';
import { endsEarly } from './deflatecheck.js';
import { inflate } from './inflate.js';
import { grouped } from './wording.js';

/** The first bytes of each member, and those among them that every gzip file has. */
export const memberBeginning = [
  0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 40, 0, 0x52, 0x50, 36, 0,
];
/** The number of bytes in a member before its compressed bytes. */
export const preambleLength = 52;
/** The length of the end, and the minimum length of any member. */
export const endLength = 62;
/** The maximum length of an inflated header. */
export const maxHeaderBytes = 1 << 20;
/** The maximum length, count and gap. */
export const maxField = 2 ** 31 - 1;
/** The kinds of members, by their number. */
export const memberKinds = ['header', 'block', 'index', 'end', 'copy'];

const gzipPrefixLength = 10;
const trailerLength = 8;
/** The number of bytes from the last nonzero byte of the end to its last byte. */
const endTail = 10;
const plainPayload = 1 << 20;
const expansion = 64;
const maxRatio = 1032;

/** Returns the fault of bytes that are not part of a log. */
export function noMember() {
  return new Fault('its bytes are not a part of a log');
}

/** Returns whether bytes at an offset match others, as far as both extend. */
export function beginsWith(bytes, offset, expected) {
  const count = Math.min(expected.length, bytes.length - offset);
  for (let index = 0; index < count; index += 1) {
    if (bytes[offset + index] !== expected[index]) return false;
  }
  return true;
}

/**
 * Reads the header of a member, and checks that the member ends within the file.
 *
 * `binding` is the checksum that ties members to their header, or `null` while it is unknown.
 */
export function readMember(bytes, offset, binding = null) {
  const found = Math.max(bytes.length - offset, 0);
  if (found < preambleLength) {
    if (!beginsWith(bytes, offset, memberBeginning.slice(0, gzipPrefixLength))) throw noMember();
    throw truncated(preambleLength, found);
  }
  if (!beginsWith(bytes, offset, memberBeginning)) throw noMember();
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, preambleLength);
  if (checksum(bytes.subarray(offset + 16, offset + 48)) !== view.getUint32(48, true)) {
    throw new Fault('the checksum of its own description does not match');
  }
  const member = {
    offset,
    kind: memberKinds[view.getUint8(16)],
    flags: view.getUint8(17),
    sequence: view.getUint32(20, true),
    length: view.getUint32(24, true),
    inflated: view.getUint32(28, true),
    position: exact(view.getBigUint64(32, true)),
    steps: view.getUint32(40, true),
    binding: view.getUint32(44, true),
  };
  checkMember(member, view.getUint16(18, true));
  if (member.length > found) throw truncated(member.length, found);
  if (binding !== null && member.kind !== 'header' && member.binding !== binding) {
    throw new Fault('it belongs to the header of another log');
  }
  return member;
}

function truncated(needed, found) {
  return new Fault(
    `it needs ${grouped(needed)} bytes and the file has ${grouped(found)} left`, 'truncated');
}

function checkMember(member, zero) {
  const { kind, flags, steps, position } = member;
  const isKnown = kind !== undefined && (flags <= 3 && flags !== 2) && zero === 0;
  const isShort = member.length >= endLength
    && Math.max(member.length, member.inflated, steps) <= maxField;
  const fits = (kind === 'block' || (flags & 1) === 0 && steps === 0)
    && (kind === 'block' || kind === 'end' || position === 0)
    && (kind !== 'header' || member.binding === 0);
  if (!isKnown || !isShort || !fits) throw noMember();
}

/** Inflates the payload of a member, after checking its lengths before allocating memory. */
export async function readPayload(bytes, member) {
  const compressed = member.length - preambleLength - trailerLength;
  const most = Math.min(
    Math.max(plainPayload, member.length * expansion), compressed * maxRatio);
  if (member.inflated > most) throw impossible(member.inflated, most);
  const maxCompressed = member.inflated + Math.floor(member.inflated / 8) + 64;
  if (compressed > maxCompressed) throw impossible(compressed, maxCompressed);
  const end = member.offset + member.length - trailerLength;
  const view = new DataView(bytes.buffer, bytes.byteOffset + end, trailerLength);
  if (view.getUint32(4, true) !== member.inflated) throw new Fault('it is not as long as it says');
  const stream = bytes.subarray(member.offset + preambleLength, end);
  const payload = await inflate(stream, member.inflated);
  if (checksum(payload) !== view.getUint32(0, true)) {
    const isCut = endsEarly(stream, member.inflated);
    throw new Fault(
      isCut ? 'its compressed bytes cannot be decompressed' : 'its checksum does not match');
  }
  return payload;
}

/** Returns the fault of a member that claims more bytes than allowed. */
export function impossible(claimed, most) {
  return new Fault(
    `it claims ${grouped(claimed)} bytes where at most ${grouped(most)} can be`);
}

const maxPadding = 16 * 2 ** 20;

/** Returns whether only zeros follow an offset, which a loss of power may leave. */
export function isPadding(bytes, offset) {
  return bytes.length - offset < maxPadding && bytes.subarray(offset).every((byte) => byte === 0);
}

/** Returns the bytes of a log without the zeros after its end, which a disk or a transfer added. */
export function withoutPadding(bytes) {
  let last = bytes.length - 1;
  while (last >= 0 && bytes[last] === 0) last -= 1;
  // The end itself ends with zeros, as `isEnd` checks.
  const end = last + endTail;
  const isPadded = last >= 0 && end < bytes.length && bytes.length - end < maxPadding;
  return isPadded && isMemberEnd(bytes, end) ? bytes.subarray(0, end) : bytes;
}

function isMemberEnd(bytes, end) {
  try {
    return end >= endLength && readMember(bytes, end - endLength).kind === 'end';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return false;
  }
}
