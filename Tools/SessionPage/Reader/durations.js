const second = 10n ** 18n;
// The units below a second, with the number of attoseconds that each has.
const units = [['ms', 15n], ['µs', 12n], ['ns', 9n], ['ps', 6n], ['fs', 3n], ['as', 0n]]
  .map(([name, exponent]) => ({ name, attoseconds: 10n ** exponent }));

/**
 * Returns a duration in the largest unit that keeps it above one, without rounding: `1.5 s`.
 *
 * A schema describes a duration as a tuple of seconds and attoseconds. Returns `null` for values of
 * other types.
 */
export function exactDurationText(values, { kind, fields }) {
  const isDuration = kind === 'tuple' && fields.length === 2
    && fields[0].label === 'seconds: ' && fields[1].label === 'attoseconds: '
    && fields.every(({ type }) => type.kind === 'signed' && type.bits === 64);
  if (!isDuration) return null;
  const [seconds, attoseconds] = values.map(BigInt);
  const rest = magnitude(attoseconds);
  if (rest >= second || seconds < 0n && attoseconds > 0n || seconds > 0n && attoseconds < 0n) {
    return null;
  }
  const sign = seconds < 0n || attoseconds < 0n ? '-' : '';
  const unit = seconds === 0n ? units.find((one) => one.attoseconds <= rest) : undefined;
  if (unit === undefined) return `${sign}${decimal(magnitude(seconds), rest, second)} s`;
  const { name, attoseconds: power } = unit;
  return `${sign}${decimal(rest / power, rest % power, power)} ${name}`;
}

function magnitude(number) {
  return number < 0n ? -number : number;
}

/** Returns a decimal number without zeros at its end. */
function decimal(whole, fraction, power) {
  if (fraction === 0n) return String(whole);
  return `${whole}.${String(power + fraction).slice(1).replace(/0+$/, '')}`;
}
