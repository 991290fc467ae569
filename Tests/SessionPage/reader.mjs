// The page's reader of logs against the program, for every step of every golden log.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { bytesOfFile, inParallel, logs, reprise } from './program.mjs';

/** A step as `show --json` has it. */
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
  return shown;
}

function numbers(first, last) {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
}

test('Every step of every golden log is as `show --json` has it', async (context) => {
  const found = logs();
  assert.ok(found.length > 30, `there are ${found.length} logs`);
  for (const log of found) {
    await context.test(log, async () => {
      const session = await openSession(bytesOfFile(log), { name: log });
      const { stdout } = await reprise(['show', log, '--json']);
      const { steps } = JSON.parse(stdout);
      assert.equal(session.damage, null);
      assert.equal(session.count, steps.length);
      for (const step of steps) assert.deepEqual(shownStep(session, step.number), step);
    });
  }
});

test('Every state of every golden log is as `show --at N --json` has it', async (context) => {
  for (const log of logs()) {
    await context.test(log, async () => {
      const session = await openSession(bytesOfFile(log), { name: log });
      await inParallel(numbers(session.start, session.last), async (number) => {
        const { stdout } = await reprise(['show', log, '--at', `${number}`, '--json']);
        const own = session.stateJSON(number);
        if (stdout === '') assert.equal(own, null, `${log} at ${number}`);
        else assert.equal(`{"state":${own},"step":${number}}\n`, stdout, `${log} at ${number}`);
      });
    });
  }
});
