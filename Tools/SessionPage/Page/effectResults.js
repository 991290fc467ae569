import { amountText } from './visible.js';

/**
 * Returns the difference of the effect that did something else in a replay, or null if there is
 * none.
 *
 * `effect` is the number of the effect in the log, `calls` the number of its calls before the
 * difference, and `expectsCall` is true if the next recorded call is the expected one.
 */
export function effectDifference(result) {
  const { effect, step, message, expected, actual } = (result && result.divergence) || {};
  if (!effect) return null;
  return {
    step, message, expected, actual, effect: effect.number, position: effect.position,
    calls: effect.calls, expectsCall: effect.expectsCall === true,
  };
}

/**
 * Returns the place of a difference among the calls of its step: the index of the call that the
 * effect no longer makes, or -1, and the index of the first call after the difference.
 */
export function differencePlace(calls, difference) {
  const own = calls.map((call, index) => ({ call, index }))
    .filter(({ call }) => call.effect === difference.effect).map(({ index }) => index);
  const next = own[difference.calls];
  if (difference.expectsCall && next !== undefined) return { differing: next, after: next + 1 };
  const before = own.slice(0, difference.calls);
  return { differing: -1, after: before.length > 0 ? before[before.length - 1] + 1 : 0 };
}

/** Returns whether a difference is about a call of a step. */
export function isDifferingCall(call, calls, difference) {
  return call.effect === difference.effect
    && calls[differencePlace(calls, difference).differing] === call;
}

/** Returns the effects that were not verified: [{ step, position, reason }]. */
export function unverifiedEffects(result) {
  const { unverified } = (result && result.effects) || {};
  if (!Array.isArray(unverified)) return [];
  return unverified.map((text) => {
    const match = /^effect (\d+) of step (\d+): ([^]*)$/.exec(text);
    return match === null ? { step: null, position: null, reason: text }
      : { step: Number(match[2]), position: Number(match[1]), reason: match[3] };
  });
}

/** Returns the reason why no effect of a log is verified, or a remark on all of them, or null. */
export function effectsRemark(result) {
  return (result && result.effects && result.effects.message) || null;
}

/** Returns the numbers of verified and unverified effects, as the end of a line. */
export function effectsText(result) {
  const { effects } = result || {};
  if (!effects) return '';
  const { verified, unverified } = effects;
  const left = Array.isArray(unverified) ? unverified.length : unverified;
  if (verified === 0 && left === 0 && effects.message) return '; effects not verified';
  return `, ${amountText(verified, 'effect')} verified`
    + `${left > 0 ? `, ${amountText(left, 'effect')} not verified` : ''}`;
}
