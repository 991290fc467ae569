const plainIdentifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const anyIdentifier = new RegExp(
  '^(?:[\\w$\\u200c\\u200d]|[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Zs}\\p{Cs}\\p{Cf}\\0-\\x7f])+$', 'u');
const nameText = /^(?:[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}`]|[\u200c\u200d])+$/u;

/** Whether a text can be written as a name without backticks. */
export function isIdentifier(text) {
  if (plainIdentifier.test(text)) return true;
  return anyIdentifier.test(text) && !/^[0-9]/.test(text);
}

/** A name as it is written: between backticks unless it is a plain identifier. */
export function writtenName(name) {
  return isIdentifier(name) ? name : `\`${name}\``;
}

/** Whether a header may use a text as a name: nothing that controls a terminal, or turns text. */
export function mayBeName(text) {
  return nameText.test(text);
}

/** A path with one more name behind it. */
export function pathWith(path, name) {
  const written = /^[0-9]*$/.test(name) ? name : writtenName(name);
  return path === '' ? written : `${path}.${written}`;
}

/** The path of a field; a single one without a label stands for its case, and adds nothing. */
export function fieldPath(fields, index, path) {
  const { name } = fields[index];
  if (name !== null) return pathWith(path, name);
  return fields.length === 1 ? path : pathWith(path, `${index}`);
}

/** A type's name as people say it: `Alert`, `CounterFeature.State`. */
export function shortTypeName(name) {
  const components = [];
  let component = '';
  let nesting = 0;
  for (const sign of name) {
    if (sign === '<' || sign === '(') {
      nesting += 1;
    } else if (sign === '>' || sign === ')') {
      nesting -= 1;
    } else if (nesting === 0 && sign === '.') {
      components.push(component);
      component = '';
    } else if (nesting === 0) {
      component += sign;
    }
  }
  components.push(component);
  const whole = components.filter((part) => part !== '');
  if (whole.length === 0) return name;
  const last = whole[whole.length - 1];
  const belongs = (last === 'State' || last === 'Action') && whole.length > 2;
  return belongs ? whole.slice(-2).join('.') : last;
}
