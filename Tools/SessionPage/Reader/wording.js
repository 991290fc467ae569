const apostrophe = '\'';
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const plainWord = /^[\p{Alphabetic}\p{N}/._\-+,:@%]+$/u;

/** Returns a number with thousands separators: `1,234`. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a number of steps with its unit: `1 step`, `8,192 steps`. */
export function stepsText(count) {
  return count === 1 ? '1 step' : `${grouped(count)} steps`;
}

/** Returns a count with its noun, without separators: `2 more effects`. */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the text of a file with control and invisible characters escaped. */
export function shown(text) {
  return text.replace(hidden, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

/** Returns a path, quoted for a shell if necessary. */
export function shellWord(path) {
  if (plainWord.test(path)) return path;
  return `'${shown(path).split(apostrophe).join('\'\\\'\'')}'`;
}
