import { effectsText } from './effectResults.js';
import { amountText, countText } from './visible.js';

/**
 * Returns the result of one log in the output of `replay --json` or in its object, or null if there
 * is none.
 */
export function logResult(result) {
  if (!result) return null;
  if (Array.isArray(result.logs)) return result.logs[0] || null;
  return result;
}

/** Returns a verdict in words, in any spelling. */
export function verdictText(verdict) {
  return String(verdict || '').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/** Returns 'good', 'bad', or '' if a log was not replayed. */
export function verdictTone(result) {
  if (!result) return '';
  return result.verdict === 'match' ? 'good' : 'bad';
}

/** Returns the step at which a replay failed, or null if it did not, or not at a step. */
export function failureStep(result) {
  if (!result) return null;
  const { step } = result.divergence || result.crash || result;
  return typeof step === 'number' ? step : null;
}

/** Returns the step whose reducer ended the app, or null. Effects run after their step. */
export function crashedStep(result) {
  if (!result || !result.crash || typeof result.crash.effect === 'number') return null;
  return failureStep(result);
}

/** Returns a line about the outcome of a replay. */
export function resultLine(result) {
  if (!result) return 'not replayed';
  const verdict = verdictText(result.verdict);
  const step = failureStep(result);
  if (step !== null) return `${verdict} at step ${countText(step)}`;
  if (result.verdict === 'match') {
    return `match, ${amountText(result.verifiedSteps, 'step')} verified${effectsText(result)}`;
  }
  return verdict;
}

/**
 * Puts the lines of a difference side by side: [[expected, actual], …], each {text, kind} or null.
 *
 * Lines that were removed and added at one place are next to each other.
 */
export function sideBySide(lines) {
  const rows = [];
  let expected = [];
  let actual = [];
  const flush = () => {
    for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
      rows.push([expected[index] || null, actual[index] || null]);
    }
    expected = [];
    actual = [];
  };
  for (const line of lines) {
    const text = line.slice(2);
    if (line.startsWith('-')) expected.push({ text, kind: 'expected' });
    else if (line.startsWith('+')) actual.push({ text, kind: 'actual' });
    else {
      flush();
      rows.push([{ text, kind: 'same' }, { text, kind: 'same' }]);
    }
  }
  flush();
  return rows;
}
