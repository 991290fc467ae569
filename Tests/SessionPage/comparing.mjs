// Compares a session in the page's reader with the program's output for the same log.
import assert from 'node:assert/strict';

import { ByteReader } from '../../Tools/SessionPage/Reader/bytes.js';
import { LogError } from '../../Tools/SessionPage/Reader/errors.js';
import { jsonText } from '../../Tools/SessionPage/Reader/json.js';
import { Memory } from '../../Tools/SessionPage/Reader/memory.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { quoted } from '../../Tools/SessionPage/Reader/text.js';
import { readValue } from '../../Tools/SessionPage/Reader/values.js';
import { inParallel, replayMessages, reprise, temporaryFolder } from './program.mjs';

const maxReadSteps = 1000;
const outcomes = {
  value: 'returned', failure: 'threw', error: 'threw', thrown: 'threw', canceled: 'canceled',
  unknown: 'notRecorded',
};

/** Returns a step in the form of `show --json`. */
function shownStep(session, number) {
  const step = session.step(number);
  const shown = {
    number,
    origin: { action: step.startedBy === null ? 'sent' : 'received' }[step.kind] || step.kind,
    elapsedMilliseconds: step.elapsed,
    action: step.wholeAction,
    compact: step.action,
    changes: session.changes(number).map(({ path, old, new: now }) => ({
      path, ...(old === null ? {} : { old }), ...(now === null ? {} : { new: now }),
    })),
    effect: step.effect === null ? 'none' : step.effect,
    reads: step.reads.length,
  };
  if (step.startedBy !== null) shown.startedBy = step.startedBy;
  if (step.unfinished) shown.unfinished = true;
  if (session.header.level === 'effects') {
    shown.calls = step.calls.map(({ effect, endpoint, beganMs, endedMs }) => ({
      effect, endpoint, milliseconds: endedMs === null ? undefined : endedMs - beganMs,
    }));
  }
  return shown;
}

/** Checks each step of a log. */
export async function sameSteps(session, log) {
  const { stdout } = await reprise(['show', log, '--json']);
  const { steps } = JSON.parse(stdout);
  assert.equal(session.count, steps.length);
  for (const step of steps) {
    // The values of calls are text in the reader, and JSON here.
    const calls = step.calls?.map(({ effect, endpoint, milliseconds }) => (
      { effect, endpoint, milliseconds }));
    const expected = calls === undefined ? step : { ...step, calls };
    assert.deepEqual(shownStep(session, step.number), expected, log);
  }
}

/** Checks the initial state of a log, and the state after each step. */
export async function sameStates(session, log) {
  const { start, last } = session;
  const numbers = Array.from({ length: last - start + 1 }, (_, index) => start + index);
  await inParallel(numbers, async (number) => {
    const { stdout } = await reprise(['show', log, '--at', `${number}`, '--json']);
    const own = session.stateJSON(number);
    if (stdout === '') assert.equal(own, null, `${log} at ${number}`);
    else assert.equal(`{"state":${own},"step":${number}}\n`, stdout, `${log} at ${number}`);
  });
}

/** Returns values, one after the other in the bytes of an event, as `export` writes them. */
function exportedValues({ payload, start }, types) {
  const reader = new ByteReader(payload, start);
  return types.map((type) => exported(readValue(reader, type, Memory.unlimited()), type));
}

/** Returns a value as `export` writes it. A whole number that a `Number` cannot hold is a text. */
function exported(value, type) {
  const text = jsonText(value, type).replace(/(?<=^|[:,[])-?\d{16,}(?=$|[,\]}])/g, (digits) => (
    Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`));
  return JSON.parse(text);
}

/** The expected content of the lines that `export` writes for steps, by their kinds. */
const exportedStep = {
  action: (step, header) => ({
    origin: step.startedBy === null ? 'sent' : 'received', text: step.wholeAction,
    action: exported(step.content.action, header.action),
    ...(step.startedBy === null ? {} : { startedBy: step.startedBy }),
    ...(step.unfinished ? { unfinished: true } : {}),
    ...(step.reads.length === 0 ? {} : {
      reads: step.readValues.map(({ name, type, value }) => (
        { dependency: name, value: exported(value, type) })),
    }),
  }),
  mark: ({ mark }) => ({ text: mark }),
  outsideChange: () => ({}),
};

/** Checks the values that only `export` writes: actions, reads, and the events of effects. */
export async function sameExport(session, log) {
  const { stdout } = await reprise(['export', log]);
  const [, ...lines] = stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line));
  const { header, calls } = session;
  const found = { effects: 0, ended: 0, calls: 0, steps: 0 };
  const callOf = ({ call, effect }) => {
    const own = session.allCalls[calls.numbers.place(call)];
    assert.equal(own.effect, effect, log);
    return own;
  };
  const elements = new Map();
  for (const { kind, elapsedMilliseconds, ...line } of lines) {
    const place = calls.effects.place(line.effect);
    if (kind === 'state') {
      assert.deepEqual(exported(session.state(line.after), header.state), line.state, log);
    } else if (line.step !== undefined) {
      // Names in the page lack the case `element`, and `show` prints changes and effects as text.
      const { step: number, name, changes, effect, ...content } = line;
      const step = session.step(number);
      assert.equal(step.elapsed, elapsedMilliseconds, `${log} ${number}`);
      assert.deepEqual(exportedStep[kind](step, header), content, `${log} ${number}`);
      found.steps += 1;
    } else if (kind === 'effectStarted') {
      assert.equal(calls.origins[place], line.returnedBy, log);
      found.effects += 1;
    } else if (kind === 'call') {
      const call = callOf(line);
      assert.equal(call.endpoint, line.endpoint, log);
      assert.deepEqual(exportedValues(call, call.definition.arguments), line.arguments, log);
      found.calls += 1;
    } else if (kind === 'element') {
      elements.set(line.call, [...(elements.get(line.call) || []), line.value]);
    } else if (kind === 'callEnded') {
      const call = callOf(line);
      assert.equal(outcomes[call.outcome], line.outcome, log);
      if (line.error !== undefined) {
        const text = `throws ${quoted(line.details || line.error)}`;
        assert.ok(call.resultText.endsWith(text), `${call.resultText} and not ${text}`);
      }
      if (line.value === undefined) continue;
      const type = line.outcome === 'returned' ? call.definition.answer : call.definition.failure;
      assert.deepEqual(exportedValues(call.result, [type]), [line.value], log);
    } else if (/effect(Finished|Canceled|Abandoned)/.test(kind)) {
      assert.equal(calls.hasEnded[place], true, log);
      found.ended += 1;
    }
  }
  assert.equal(found.steps, session.count, log);
  assert.equal(found.calls, session.allCalls.length, log);
  assert.equal(found.effects, calls.origins.filter((origin) => origin > 0).length, log);
  assert.equal(found.ended, calls.hasEnded.filter(Boolean).length, log);
  for (const { call, definition, element, elementCount } of session.allCalls) {
    const values = elements.get(call) || [];
    assert.equal(elementCount, values.length, log);
    if (elementCount === 0) continue;
    assert.deepEqual(exportedValues(element, [definition.answer]), values.slice(-1), log);
  }
}

/** Returns the reader's message for a log, or `null`, after reading its first steps. */
export async function messageOf(bytes, name) {
  try {
    const session = await openSession(bytes, { name });
    const last = Math.min(session.last, session.start + maxReadSteps);
    for (let number = session.start + 1; number <= last; number += 1) {
      const { action, reads, effect } = session.step(number);
      assert.ok(action !== undefined && reads !== undefined && effect !== undefined);
      session.changes(number);
    }
    const { damage, count } = session;
    if (damage === null) return null;
    assert.equal(count, damage.intactSteps, name);
    return damage.message;
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
}

/** Checks that the reader has the message of `replay` for each log, and returns the messages. */
export async function sameMessages(context, logs) {
  const files = new Map(Object.entries(logs).map(([name, bytes]) => [`${name}.reprise`, bytes]));
  const expected = await replayMessages(temporaryFolder(context), files);
  assert.equal(expected.size, files.size);
  const messages = new Map();
  for (const [name, bytes] of files) {
    const message = await messageOf(bytes, `./${name}`);
    assert.equal(message, expected.get(name).message, name);
    messages.set(name.replace(/\.reprise$/, ''), message);
  }
  return messages;
}
