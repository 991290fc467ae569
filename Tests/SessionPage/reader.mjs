// Compares the page's reader with the program, for every step of every golden log.
import assert from 'node:assert/strict';
import test from 'node:test';

import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { sameExport, sameStates, sameSteps } from './comparing.mjs';
import { bytesOfFile, logs } from './program.mjs';

test('Every step, state and call of every golden log is that of the program', async (context) => {
  const found = logs();
  assert.ok(found.length > 30, `there are ${found.length} logs`);
  for (const log of found) {
    await context.test(log, async () => {
      const session = await openSession(bytesOfFile(log), { name: log });
      assert.equal(session.damage, null);
      await sameSteps(session, log);
      await sameStates(session, log);
      await sameExport(session, log);
    });
  }
});
