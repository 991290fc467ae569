const plainIdentifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const anyIdentifier = new RegExp(
  '^(?:[\\w$\\u200c\\u200d]|[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Zs}\\p{Cs}\\p{Cf}\\0-\\x7f])+$', 'u');
const nameText = /^(?:[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}]|[\u200c\u200d])+$/u;

/** Returns whether a text can be written as a name without backticks. */
export function isIdentifier(text) {
  if (plainIdentifier.test(text)) return true;
  return anyIdentifier.test(text) && !/^[0-9]/.test(text);
}

/** Returns a name as written: in backticks unless it is a plain identifier. */
export function writtenName(name) {
  return isIdentifier(name) ? name : `\`${name}\``;
}

/**
 * Returns whether a header may use a text as a name: without control or direction characters. The
 * name of a type may contain raw identifiers, which are in backticks.
 */
export function mayBeName(text, isType) {
  const backticks = text.split('`').length - 1;
  return nameText.test(text) && (isType ? backticks % 2 === 0 : backticks === 0);
}

/** Returns a path with a name appended. */
export function pathWith(path, name) {
  const written = /^[0-9]*$/.test(name) ? name : writtenName(name);
  return path === '' ? written : `${path}.${written}`;
}

/** Returns the path of a field. A single field without a label stands for its case. */
export function fieldPath(fields, index, path) {
  const { name } = fields[index];
  if (name !== null) return pathWith(path, name);
  return fields.length === 1 ? path : pathWith(path, `${index}`);
}

/** Returns the short name of a type: `Alert`, `CounterFeature.State`. */
export function shortTypeName(name) {
  const components = [];
  let component = '';
  let nesting = 0;
  let isRaw = false;
  for (const sign of name) {
    if (sign === '`') isRaw = !isRaw;
    if (isRaw || sign === '`') {
      if (nesting === 0) component += sign;
    } else if ('<(['.includes(sign)) {
      nesting += 1;
    } else if ('>)]'.includes(sign)) {
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
