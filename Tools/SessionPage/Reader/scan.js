import { exact } from './bytes.js';
import { checksum } from './checksum.js';
import { blockName } from './damage.js';
import { Fault } from './errors.js';
import {
  beginsWith, endLength, isPadding, maxField, noMember, readMember, readPayload,
} from './members.js';
import { grouped } from './wording.js';

const maxEmptyBlocks = 2;
const entryLength = 21;
const indexPrefix = 12;

/** A count of the steps of a log from block to block. */
export class StepCount {
  constructor(startsLater) {
    this.startsLater = startsLater;
    this.next = 1;
    this.missing = 0;
    /** The number of the step after which the log starts. */
    this.start = 0;
    this.empty = 0;
    this.blocks = 0;
  }

  /** Returns an independent copy of the count. */
  copy() {
    return Object.assign(new StepCount(this.startsLater), this);
  }

  /** The number of steps before the next block. */
  get wholeSteps() {
    return this.next - 1 - this.missing;
  }

  /** Adds the next block, and counts the steps that are missing by then. */
  take(member) {
    const isFirst = this.blocks === 0;
    const followsGap = (member.flags & 2) !== 0;
    const { position } = member;
    if (isFirst && this.startsLater && position > 0 && !followsGap) {
      // No app takes this many steps, and higher numbers could not be counted.
      if (!(Number(position) + member.steps <= Number.MAX_SAFE_INTEGER)) throw noMember();
      this.next = member.position;
      this.missing = member.position - 1;
      this.start = this.missing;
    }
    const isExact = Number.isSafeInteger(member.position);
    const skipped = isExact ? member.position - this.next
      : member.position - BigInt(this.next);
    if (followsGap ? skipped <= 0 : !isExact || skipped !== 0) {
      throw new Fault(`it should begin with step ${grouped(this.next)} and begins with step `
        + `${grouped(member.position)}`);
    }
    if (skipped > maxField) {
      throw new Fault(`it claims that ${grouped(skipped)} steps before it are lost, and at most `
        + `${grouped(maxField)} can be`);
    }
    this.empty = member.steps === 0 ? this.empty + 1 : 0;
    if (this.empty > maxEmptyBlocks) {
      throw new Fault('it holds no steps, nor do the two blocks before it');
    }
    this.missing += skipped;
    this.blocks += 1;
    this.next = member.position + member.steps;
    member.missing = this.missing;
    member.number = this.blocks;
  }
}

/**
 * Scans the members without inflating blocks.
 *
 * Returns the blocks up to the first damage, and that damage: a fault, the part and its offset.
 */
export async function scanMembers(bytes, start, header, binding) {
  const scan = { bytes, binding, offset: start, part: blockName(1) };
  const count = new StepCount(header.startsLater);
  const blocks = [];
  try {
    while (!isAtEnd(scan)) {
      scan.part = blockName(blocks.length + 1);
      const member = nextMember(scan, blocks.length + 1);
      if (member.kind !== 'block') {
        await checkTail(scan, member, blocks, count);
        return { blocks, count, damage: null };
      }
      count.take(member);
      blocks.push(member);
      scan.offset += member.length;
    }
    scan.part = 'the end of the log';
    throw new Fault('it was never finished', 'unfinished');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const damage = {
      fault: error, part: scan.part, offset: scan.offset, wholeSteps: count.wholeSteps,
    };
    return { blocks, count, damage };
  }
}

function isAtEnd({ bytes, offset }) {
  return offset >= bytes.length || isPadding(bytes, offset);
}

function nextMember(scan, sequence) {
  const member = readMember(scan.bytes, scan.offset, scan.binding);
  if (member.kind === 'index') scan.part = 'the index';
  if (member.kind === 'copy') scan.part = 'the copy of the header';
  if (member.kind === 'end') scan.part = 'the end of the log';
  if (member.sequence !== sequence) throw otherSequence(sequence, member.sequence);
  return member;
}

function otherSequence(expected, found) {
  return new Fault(`it should be part ${grouped(expected)} of the file and says it is part `
    + `${grouped(found)}`);
}

function unexpected() {
  return new Fault('a part of this kind is not allowed there');
}

/** Checks the index against the blocks, and that only the end follows. */
async function checkTail(scan, index, blocks, count) {
  if (index.kind !== 'index') throw unexpected();
  const payload = await readPayload(scan.bytes, index);
  if (!isIndexOf(payload, blocks, count)) throw new Fault('the index and the blocks do not agree');
  const unfinished = new Fault('it was never finished', 'unfinished');
  scan.offset += index.length;
  scan.part = 'the end of the log';
  if (isAtEnd(scan)) throw unfinished;
  let end = readMember(scan.bytes, scan.offset, scan.binding);
  let sequence = blocks.length + 2;
  if (end.kind === 'copy') {
    scan.part = 'the copy of the header';
    await checkCopy(scan.bytes, end, sequence);
    scan.offset += end.length;
    scan.part = 'the end of the log';
    if (isAtEnd(scan)) throw unfinished;
    end = readMember(scan.bytes, scan.offset, scan.binding);
    sequence += 1;
  }
  if (end.kind !== 'end') throw unexpected();
  if (!isEnd(scan.bytes, end, sequence, index.offset)) throw noMember();
  scan.offset += endLength;
  if (scan.offset === scan.bytes.length) return;
  throw new Fault(`the log ends there but ${grouped(scan.bytes.length - scan.offset)} more bytes `
    + 'follow');
}

async function checkCopy(bytes, copy, sequence) {
  if (copy.sequence !== sequence) throw otherSequence(sequence, copy.sequence);
  if (checksum(await readPayload(bytes, copy)) === copy.binding) return;
  throw new Fault('it belongs to the header of another log');
}

/** Returns whether a member is the end, whose bytes depend only on these arguments. */
function isEnd(bytes, end, sequence, indexOffset) {
  const isEmpty = beginsWith(bytes, end.offset + 52, [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return isEmpty && end.flags === 0 && end.sequence === sequence && end.length === endLength
    && end.inflated === 0 && end.position === indexOffset;
}

function isIndexOf(payload, blocks, count) {
  if (payload.length !== indexPrefix + blocks.length * entryLength) return false;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  if (view.getUint32(0, true) !== blocks.length) return false;
  if (Number(view.getBigUint64(4, true)) !== count.wholeSteps) return false;
  return blocks.every((block, index) => {
    const at = indexPrefix + index * entryLength;
    return Number(view.getBigUint64(at, true)) === block.offset
      && Number(view.getBigUint64(at + 8, true)) === block.position
      && view.getUint32(at + 16, true) === block.steps
      && view.getUint8(at + 20) === block.flags;
  });
}

/**
 * Returns the blocks that the index of a finished log lists, or `null` if the index is invalid.
 *
 * A damaged block is then found when it is read, without the loss of all blocks after it.
 */
export async function indexedMembers(bytes, start, header, binding) {
  try {
    const tail = readTail(bytes, start, binding);
    if (tail === null) return null;
    const payload = await readPayload(bytes, tail.index);
    return indexedBlocks(payload, start, tail.index, header);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return null;
  }
}

function readTail(bytes, start, binding) {
  const endOffset = bytes.length - endLength;
  if (endOffset < start + endLength) return null;
  const end = readMember(bytes, endOffset, binding);
  const isComplete = end.kind === 'end' && end.position >= start
    && end.position <= endOffset - endLength && end.sequence >= 2
    && isEnd(bytes, end, end.sequence, end.position);
  if (!isComplete) return null;
  const index = readMember(bytes, end.position, binding);
  if (index.kind !== 'index') return null;
  const next = index.offset + index.length;
  if (next === endOffset) return end.sequence === index.sequence + 1 ? { index } : null;
  const copy = readMember(bytes, next, binding);
  const leads = copy.kind === 'copy' && copy.sequence === index.sequence + 1
    && end.sequence === copy.sequence + 1 && next + copy.length === endOffset;
  return leads ? { index, copy } : null;
}

function indexedBlocks(payload, start, index, header) {
  if (payload.length < indexPrefix) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const length = view.getUint32(0, true);
  if (payload.length !== indexPrefix + length * entryLength) return null;
  if (length !== index.sequence - 1) return null;
  const count = new StepCount(header.startsLater);
  const blocks = [];
  let offset = start;
  for (let at = indexPrefix; at < payload.length; at += entryLength) {
    const isLast = at + entryLength === payload.length;
    const end = isLast ? index.offset : Number(view.getBigUint64(at + entryLength, true));
    const block = {
      offset: Number(view.getBigUint64(at, true)),
      position: exact(view.getBigUint64(at + 8, true)),
      steps: view.getUint32(at + 16, true),
      flags: view.getUint8(at + 20),
      length: end - offset,
    };
    const fits = block.offset === offset && block.length >= endLength && block.flags !== 2
      && block.flags <= 3 && Math.max(block.length, block.steps) <= maxField
      && block.position > 0;
    if (!fits) return null;
    count.take(block);
    blocks.push(block);
    offset = end;
  }
  const isWhole = offset === index.offset
    && count.wholeSteps === Number(view.getBigUint64(4, true));
  return isWhole ? { blocks, count, damage: null } : null;
}

/** Reads a block from the list of blocks, and returns its member and its payload. */
export async function readListedBlock(bytes, block, binding) {
  const member = readMember(bytes, block.offset, binding);
  if (member.kind !== 'block') throw unexpected();
  const isSame = member.length === block.length && member.position === block.position
    && member.steps === block.steps && member.flags === block.flags
    && member.sequence === block.number;
  if (!isSame) throw new Fault('the index and the blocks do not agree');
  return { member, payload: await readPayload(bytes, member) };
}

/** Checks the copy of the header of a whole log, which no step needs. */
export async function checkHeaderCopy(bytes, blocks, start, binding) {
  const last = blocks[blocks.length - 1];
  let offset = last === undefined ? start : last.offset + last.length;
  try {
    offset += readMember(bytes, offset, binding).length;
    const copy = readMember(bytes, offset, binding);
    if (copy.kind !== 'copy') return null;
    if (checksum(await readPayload(bytes, copy)) === copy.binding) return null;
    throw new Fault('it belongs to the header of another log');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: error, part: 'the copy of the header', offset };
  }
}
