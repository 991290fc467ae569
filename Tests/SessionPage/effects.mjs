// The results of running effects, as the page shows them.
import assert from 'node:assert/strict';
import test from 'node:test';

import { logLine } from '../../Tools/SessionPage/Page/corpusLogs.js';
import {
  differencePlace, effectDifference, effectsRemark, effectsText, isDifferingCall, unverifiedEffects,
} from '../../Tools/SessionPage/Page/effectResults.js';
import { resultLine } from '../../Tools/SessionPage/Page/results.js';

const match = (effects) => ({ verdict: 'match', verifiedSteps: 3, effects });
const call = (effect) => ({ effect });

test('A difference of an effect has its step, its number in the log and both texts', () => {
  const divergence = {
    step: 4, message: 'effect 2 of the step called something else', expected: 'a()', actual: 'b()',
    effect: { number: 9, position: 2, calls: 1, expectsCall: true },
  };
  assert.deepEqual(effectDifference({ verdict: 'call diverged', divergence }), {
    step: 4, message: divergence.message, expected: 'a()', actual: 'b()', effect: 9, position: 2,
    calls: 1, expectsCall: true,
  });
  assert.equal(effectDifference({ divergence: { step: 4, expected: '1', actual: '2' } }), null);
  assert.equal(effectDifference(match()), null);
  assert.equal(effectDifference(null), null);
});

test('The expected call is found among the calls of several effects', () => {
  const calls = [call(9), call(3), call(9), call(9)];
  const place = (difference) => differencePlace(calls, { effect: 9, ...difference });
  assert.deepEqual(place({ calls: 1, expectsCall: true }), { differing: 2, after: 3 });
  assert.deepEqual(place({ calls: 1, expectsCall: false }), { differing: -1, after: 1 });
  assert.deepEqual(place({ calls: 0, expectsCall: false }), { differing: -1, after: 0 });
  assert.deepEqual(place({ calls: 3, expectsCall: false }), { differing: -1, after: 4 });
  // The page has fewer calls than the program, because steps were lost.
  assert.deepEqual(place({ calls: 7, expectsCall: true }), { differing: -1, after: 4 });
  assert.deepEqual(differencePlace([], { effect: 9, calls: 0, expectsCall: true }),
    { differing: -1, after: 0 });
  const difference = { effect: 9, calls: 1, expectsCall: true };
  assert.deepEqual(calls.map((each) => isDifferingCall(each, calls, difference)),
    [false, false, true, false]);
});

test('Effects that were not verified have their step and the reason', () => {
  const effects = { verified: 1, unverified: ['effect 2 of step 12: it calls\n"a: b"', 'other'] };
  assert.deepEqual(unverifiedEffects(match(effects)), [
    { step: 12, position: 2, reason: 'it calls\n"a: b"' },
    { step: null, position: null, reason: 'other' },
  ]);
  assert.deepEqual(unverifiedEffects(match({ verified: 1, unverified: 4 })), []);
  assert.deepEqual(unverifiedEffects(match()), []);
});

test('A line counts the effects of a log, or says that none is verified', () => {
  const texts = [
    [undefined, ''], [{ verified: 1, unverified: [] }, ', 1 effect verified'],
    [{ verified: 2, unverified: ['x'] }, ', 2 effects verified, 1 effect not verified'],
    [{ verified: 0, unverified: 3 }, ', 0 effects verified, 3 effects not verified'],
    [{ verified: 0, unverified: [], message: 'it has no calls' }, '; effects not verified'],
    [{ verified: 2, unverified: 0, message: 'any order' }, ', 2 effects verified'],
  ];
  for (const [effects, text] of texts) {
    assert.equal(effectsText(match(effects)), text);
    assert.equal(resultLine(match(effects)), `match, 3 steps verified${text}`);
    assert.equal(logLine({ steps: 3, result: match(effects) }), `match${text}`);
  }
  assert.equal(effectsRemark(match({ verified: 0, unverified: [], message: 'no' })), 'no');
  assert.equal(effectsRemark(match()), null);
});
