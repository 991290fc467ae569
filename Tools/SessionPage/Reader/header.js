import { textOf } from './bytes.js';
import { checksum } from './checksum.js';
import { Fault, LogError } from './errors.js';
import {
  beginsWith, impossible, memberBeginning, maxHeaderBytes, noMember, readMember, readPayload,
} from './members.js';
import { sessionHeader } from './sessionheader.js';
import { grouped, shown } from './wording.js';

const supportedVersion = 2;
const knownFeatures = [
  'identityTypes', 'partDigests', 'sharedState', 'references', 'actionReferences', 'marks', 'calls',
  'interruptions', 'laterStart',
];
const newline = 10;
const deepestJSON = 512;
const maxNames = 5;
const maxNameLength = 60;

/** Reads the first member of a log, and returns its header and its length in the file. */
export async function readHeader(bytes) {
  checkBeginning(bytes);
  let member;
  let payload;
  try {
    member = readMember(bytes, 0);
    if (member.kind !== 'header' || member.sequence !== 0) {
      throw new Fault('a part of this kind is not allowed there');
    }
    if (member.inflated > maxHeaderBytes) throw impossible(member.inflated, maxHeaderBytes);
    payload = await readPayload(bytes, member);
    if (payload.indexOf(newline) !== payload.length - 1 || payload.length === 0) throw noMember();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw headerError(error, bytes.length);
  }
  const json = parsedHeader(payload);
  checkFormat(json);
  return { header: sessionHeader(json), length: member.length, binding: checksum(payload) };
}

function headerError(fault, length) {
  if (fault.kind === 'truncated') {
    return new LogError(`ends within its header, after ${grouped(length)} bytes, so no step is `
      + 'left. Record it again, or find a whole copy.', { kind: 'damaged' });
  }
  return new LogError(`the header at offset 0 is damaged: ${fault.message}. `
    + 'No step can be read without it; find a whole copy.', { kind: 'damaged' });
}

/** Checks the first bytes of a file, which distinguish a log from other files. */
function checkBeginning(bytes) {
  if (bytes.length === 0) {
    throw new LogError('is empty, so there is nothing to read or to recover. Record it again.',
      { kind: 'damaged' });
  }
  if (!beginsWith(bytes, 0, memberBeginning.slice(0, 2))) {
    throw new LogError('is not a gzip file, and so not a log. Give the path of a log.',
      { kind: 'damaged' });
  }
  if (!beginsWith(bytes, 0, memberBeginning)) throw foreign();
}

function foreign() {
  return new LogError('is not a log of this format, though it begins as a gzip file does. '
    + 'Give the path of a log.', { kind: 'damaged' });
}

/** Returns whether JSON is nested deeper than the program's own reader allows. */
function isTooDeep(bytes) {
  let [depth, isText] = [0, false];
  for (let index = 0; index < bytes.length; index += 1) {
    const sign = bytes[index];
    if (isText && sign === 0x5c) index += 1;
    else if (sign === 0x22) isText = !isText;
    else if (!isText && (sign === 0x5b || sign === 0x7b)) depth += 1;
    else if (!isText && (sign === 0x5d || sign === 0x7d)) depth -= 1;
    if (depth > deepestJSON) return true;
  }
  return false;
}

function parsedHeader(payload) {
  const text = isTooDeep(payload) ? null : textOf(payload);
  if (text === null) throw foreign();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw foreign();
  }
}

/** Rejects a log that this reader cannot read. */
function checkFormat(json) {
  const isHeader = json !== null && typeof json === 'object' && !Array.isArray(json);
  if (!isHeader || json.format !== 'reprise') throw foreign();
  const { version } = json;
  if (!Number.isSafeInteger(version) || version < supportedVersion) throw foreign();
  let requires = json.requires === undefined || json.requires === null ? [] : json.requires;
  const isList = Array.isArray(requires) && requires.every((name) => typeof name === 'string');
  if (!isList && version === supportedVersion) throw foreign();
  if (!isList) requires = [];
  const unknown = requires.filter((name) => !knownFeatures.includes(name));
  if (version === supportedVersion && unknown.length === 0) return;
  throw new LogError(newerText(version, unknown), { kind: 'incompatible' });
}

function newerText(version, unknown) {
  const own = `version ${supportedVersion}`;
  if (unknown.length === 0) {
    return `is of version ${version} of the format; this program reads ${own}. `
      + `Use a newer program, which reads version ${version}.`;
  }
  const names = featureNames(unknown);
  if (version === supportedVersion) {
    return `requires ${names}, which this program does not know, though it reads version `
      + `${version} of the format, which the log uses. Use a newer program, which knows ${names}.`;
  }
  return `is of version ${version} of the format and requires ${names}, which this program does `
    + `not know; it reads ${own}. Use a newer program, which reads version ${version} and knows `
    + `${names}.`;
}

function featureNames(features) {
  const names = features.slice(0, maxNames)
    .map((name) => `“${shown(Array.from(name).slice(0, maxNameLength).join(''))}”`);
  if (features.length > maxNames) names.push(`${features.length - maxNames} more`);
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
