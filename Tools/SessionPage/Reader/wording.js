const apostrophe = '\'';
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const plainWord = /^[\p{Alphabetic}\p{N}/._\-+,:@%]+$/u;

/** A number with a comma between each three digits: `1,234`. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count of steps: `1 step`, `8,192 steps`. */
export function stepsText(count) {
  return count === 1 ? '1 step' : `${grouped(count)} steps`;
}

/** A count with its noun, ungrouped: `2 more effects`. */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Text of a file with everything shown that could act on a terminal or hide. */
export function shown(text) {
  return text.replace(hidden, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

/** A path as a shell needs it to be written. */
export function shellWord(path) {
  if (plainWord.test(path)) return path;
  return `'${shown(path).split(apostrophe).join('\'\\\'\'')}'`;
}
