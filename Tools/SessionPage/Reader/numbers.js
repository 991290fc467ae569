import { NaNBits } from './values.js';

const secondsBefore2001 = 978307200;
const firstSecond = -63114076800;
const endOfSeconds = 252455616000;
// October 15, 1582, the day after October 4.
const firstGregorian = -12219292800;
const secondsOfDay = 86400;
// January 1, 1970, in days since March 1, 4801 BC.
const firstJulianDay = 2440588 + 32082;
const minExponent = -4;
const maxDigits = 17;
const minPlaces = 3;
const maxPlaces = 9;

/** Returns a floating-point number as Swift prints it: `5.0`, `1e+16`, `-inf`. */
export function doubleText(value) {
  return numberText(value, String);
}

/** Returns a single-precision number as Swift prints it, with the fewest distinguishing digits. */
export function floatText(value) {
  return numberText(value, shortestFloat);
}

function numberText(value, shortest) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const { digits, exponent } = digitsOf(shortest(Math.abs(value)));
  const sign = value < 0 ? '-' : '';
  // Whole numbers within the precision of the type are written in full.
  const most = shortest === String ? 2 ** 53 : 2 ** 24;
  if (exponent < minExponent || Math.abs(value) > most) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** Returns the digits of a decimal number, and the exponent of the first. */
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

/** Returns the shortest text of a single-precision number, with an even last digit in a tie. */
function shortestFloat(value) {
  for (let count = 1; count < maxDigits; count += 1) {
    const text = value.toPrecision(count);
    if (Math.fround(Number(text)) !== value) continue;
    const [mantissa, power = '0'] = value.toExponential(count).split('e');
    const isBetween = mantissa.endsWith('5') && Number(`${mantissa}e${power}`) === value;
    const before = mantissa.slice(0, -1);
    return isBetween && /[02468]$/.test(before) ? `${before}e${power}` : text;
  }
  return String(value);
}

/** Returns a NaN by its bits, or `null` if the number is not a NaN. */
export function bitsText(value, type) {
  return value instanceof NaNBits ? `${type}(bits: 0x${value.hex})` : null;
}

/** Returns a NaN as Swift prints it as a `Double`: `nan(0x1)`, `-nan`. */
export function nanText({ hex }) {
  let bits = BigInt(`0x${hex}`);
  // A single-precision NaN becomes a quiet NaN of double precision.
  if (hex.length <= 8) bits = bits >> 31n << 63n | (bits & 0x7fffffn | 0x400000n) << 29n;
  const kind = bits >> 51n & 1n ? 'nan' : 'snan';
  const payload = bits & (1n << 50n) - 1n;
  return `${bits >> 63n ? '-' : ''}${kind}${payload ? `(0x${payload.toString(16)})` : ''}`;
}

/** Returns a date as ISO 8601 text if that is exact, and otherwise its exact seconds. */
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

/** Returns the ISO 8601 text of seconds since 2001, with as few places as are exact. */
function isoText(seconds) {
  const whole = Math.floor(seconds);
  for (let count = minPlaces; count <= maxPlaces; count += 1) {
    const scale = 10 ** count;
    const part = roundedAway((seconds - whole) * scale);
    if (part < scale && Object.is(secondsOf(whole, part, count), seconds)) {
      const since1970 = whole + secondsBefore2001;
      const text = new Date(since1970 * 1000).toISOString();
      const day = since1970 < firstGregorian ? julianDay(since1970) : text.slice(0, -14);
      return `${day}${text.slice(-14, -5)}.${String(part).padStart(count, '0')}Z`;
    }
  }
  return null;
}

/** Rounds a positive number as Swift does, with halves away from zero. */
function roundedAway(value) {
  const whole = Math.floor(value);
  return value - whole >= 0.5 ? whole + 1 : whole;
}

/** Returns the nearest number to whole seconds and decimal places of a second. */
function secondsOf(whole, part, count) {
  if (whole >= 0 || part === 0) return Number(`${whole}.${String(part).padStart(count, '0')}`);
  // Decimal places count from the earlier second, but those of a negative number from zero.
  return Number(`-${-whole - 1}.${String(10 ** count - part).padStart(count, '0')}`);
}

/** Returns the date of seconds since 1970 in the Julian calendar. */
function julianDay(seconds) {
  const day = Math.floor(seconds / secondsOfDay) + firstJulianDay;
  const year = Math.floor((4 * day + 3) / 1461);
  const dayOfYear = day - Math.floor(1461 * year / 4);
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const parts = [
    String(year - 4800 + Math.floor(month / 10)).padStart(4, '0'),
    String(month + 3 - 12 * Math.floor(month / 10)).padStart(2, '0'),
    String(dayOfYear - Math.floor((153 * month + 2) / 5) + 1).padStart(2, '0'),
  ];
  return parts.join('-');
}
