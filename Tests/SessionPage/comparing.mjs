// Compares a session in the page's reader with the program's output for the same log.
import assert from 'node:assert/strict';

import { inParallel, reprise } from './program.mjs';

/** Returns a step in the form of `show --json`. */
function shownStep(session, number) {
  const step = session.step(number);
  const shown = {
    number,
    origin: { action: step.startedBy === null ? 'sent' : 'received' }[step.kind] || step.kind,
    elapsedMilliseconds: step.elapsed,
    action: step.action,
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
