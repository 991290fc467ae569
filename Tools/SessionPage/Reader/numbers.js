import { NaNBits } from './values.js';

const secondsBefore2001 = 978307200;
const firstSecond = -63114076800;
const endOfSeconds = 252455616000;
const fewestExponents = -4;
const mostDigits = 17;

/** A floating-point number as Swift prints it: `5.0`, `1e+16`, `-inf`. */
export function doubleText(value) {
  return numberText(value, String);
}

/** A number of single precision as Swift prints it: with as few digits as tell it apart. */
export function floatText(value) {
  return numberText(value, shortestFloat, 7);
}

function numberText(value, shortest) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const { digits, exponent } = digitsOf(shortest(Math.abs(value)));
  const sign = value < 0 ? '-' : '';
  // Whole numbers that have no more digits than the type can tell are written out.
  const most = shortest === String ? 2 ** 54 : 2 ** 24;
  if (exponent < fewestExponents || Math.abs(value) > most) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** The digits of a decimal number, and the exponent of the first. */
function digitsOf(text) {
  const [mantissa, power] = text.split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, '').length;
  return {
    digits: all.slice(leading).replace(/0+$/, ''),
    exponent: Number(power || 0) + whole.length - 1 - leading,
  };
}

function shortestFloat(value) {
  for (let digits = 1; digits < mostDigits; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}

/** A number that is none, by its bits, or `null` for others. */
export function bitsText(value, type) {
  return value instanceof NaNBits ? `${type}(bits: 0x${value.hex})` : null;
}

/** A date to the millisecond if that is the whole of it, and else its exact seconds. */
export function dateText(seconds) {
  const bits = bitsText(seconds, 'Date');
  if (bits !== null) return bits;
  if (Number.isNaN(seconds)) return 'Date(bits: 0x7ff8000000000000)';
  if (seconds >= firstSecond && seconds < endOfSeconds) {
    const text = isoText(seconds);
    if (text !== null) return `"${text}"`;
  }
  return `Date(seconds: ${doubleText(seconds)})`;
}

/** The ISO 8601 text of seconds since 2001 if it says them exactly. */
function isoText(seconds) {
  const since1970 = seconds + secondsBefore2001;
  let whole = Math.floor(since1970);
  let thousandths = Math.round((since1970 - whole) * 1000);
  if (thousandths === 1000) {
    thousandths = 0;
    whole += 1;
  }
  const text = new Date(whole * 1000 + thousandths).toISOString();
  if (text.length !== 24) return null;
  const again = whole - secondsBefore2001 + thousandths / 1000;
  return Object.is(again, seconds) ? text : null;
}
