// Compares the page's reader with the program, for every step of every golden log.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { sameStates, sameSteps } from './comparing.mjs';
import { bytesOfFile, logs } from './program.mjs';

test('Every step and state of every golden log equals the output of `show --json`', async (context) => {
  const found = logs();
  assert.ok(found.length > 30, `there are ${found.length} logs`);
  for (const log of found) {
    await context.test(log, async () => {
      const session = await openSession(bytesOfFile(log), { name: log });
      assert.equal(session.damage, null);
      await sameSteps(session, log);
      await sameStates(session, log);
    });
  }
});
