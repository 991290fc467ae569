import { dialogForm, stringOfText, writtenPart } from './dialogs.js';
import { exactDurationText } from './durations.js';
import { bitsText, dateText, doubleText, floatText } from './numbers.js';
import { contentOf } from './values.js';

const plainText = /^[ !#-[\]-~]*$/;
const escapes = new Map(
  [['"', '\\"'], ['\\', '\\\\'], ['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']]);
// Invisible characters: controls, formats, unusual spaces, and unassigned ones.
const hiddenSigns = new RegExp(
  '["\\\\]|(?! )[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}]', 'gu');
const chunkLength = 0x8000;

/** Returns a text in quotes, with invisible characters escaped. */
export function quoted(text) {
  if (plainText.test(text)) return `"${text}"`;
  const escaped = text.replace(hiddenSigns, (sign) => escapes.get(sign)
    || `\\u{${sign.codePointAt(0).toString(16).toUpperCase()}}`);
  return `"${escaped}"`;
}

/** Returns at most the first `count` characters of a text. */
export function textPrefix(text, count) {
  if (text.length <= count) return text;
  const isCut = /[\ud800-\udbff]/.test(text[count - 1]);
  return text.slice(0, isCut ? count - 1 : count);
}

/** Returns bytes as Base64. */
export function base64(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  }
  return btoa(text);
}

/**
 * Returns a value on one line as Swift writes it: `Alert(text: "Milk", severity: .warning)`.
 *
 * After `enough` characters, parts may be omitted.
 */
export function valueText(value, type, enough = Infinity) {
  const printer = new ValuePrinter(enough);
  printer.add(value, type);
  return printer.text;
}

/** Returns a value on one line, with durations like `1.5 s`. */
export function readableText(value, type) {
  const printer = new ValuePrinter(Infinity);
  printer.abbreviatesDurations = true;
  printer.add(value, type);
  return printer.text;
}

/** Returns the associated values of a case or the fields of a structure, in parentheses. */
export function fieldsText(values, fields) {
  const printer = new ValuePrinter(Infinity);
  printer.addFields(values, fields);
  return printer.text;
}

/** Returns the text of a key in a path. A UUID has no quotes. */
export function keyText(key, type) {
  return type.kind === 'uuid' ? key : valueText(key, type);
}

/** Returns whether a value is `nil`, through any number of optionals. */
function endsInNone(value) {
  let inner = value;
  while (inner !== null && typeof inner === 'object' && inner.some !== undefined) {
    inner = inner.some;
  }
  return inner === null;
}

class ValuePrinter {
  constructor(enough) {
    this.text = '';
    this.enough = enough;
    this.abbreviatesDurations = false;
  }

  add(value, type) {
    switch (type.kind) {
      case 'struct': case 'tuple':
        if (this.addDuration(value, type) || this.addDialog(value, type)) break;
        this.text += type.head || '';
        this.addFields(value, type.fields);
        break;
      case 'enum': {
        const { written, payload } = type.cases[value.index];
        this.text += `.${written}`;
        if (payload.length > 0) this.addFields(value.payload, payload);
        break;
      }
      case 'optional': this.addOptional(value, type.wrapped); break;
      case 'array': case 'identifiedArray': case 'set': this.addList(value, type.element); break;
      case 'dictionary': this.addPairs(value.pairs, type); break;
      default: this.text += primitiveText(value, type, this.enough);
    }
  }

  /** Adds a duration, if durations are abbreviated and the type is one. */
  addDuration(value, type) {
    const text = this.abbreviatesDurations ? exactDurationText(value, type) : null;
    this.text += text || '';
    return text !== null;
  }

  /** Adds a dialog, a button or a text in its short form. Returns whether it has one. */
  addDialog(value, type) {
    const form = type.kind === 'struct' ? dialogForm(type) : null;
    if (form === null) return false;
    if (form.head === null) {
      const text = stringOfText(value);
      if (text !== null) this.text += quoted(textPrefix(text, this.enough));
      return text !== null;
    }
    this.text += `${form.head}(`;
    let separator = '';
    for (const part of form.parts) {
      if (this.text.length >= this.enough) break;
      const written = writtenPart(part, value, type.fields);
      if (written !== null) {
        this.text += separator + part.label;
        this.add(written.part, written.type);
        separator = ', ';
      }
    }
    this.text += ')';
    return true;
  }

  addFields(values, fields) {
    this.text += '(';
    for (let index = 0; index < fields.length; index += 1) {
      if (this.text.length >= this.enough) break;
      if (index > 0) this.text += ', ';
      this.text += fields[index].label;
      this.add(values[index], fields[index].type);
    }
    this.text += ')';
  }

  addOptional(value, wrapped) {
    if (value === null) {
      this.text += 'nil';
      return;
    }
    // Without the word, a nested optional that contains `nil` would look like `nil`.
    const content = contentOf(value);
    const isExplicit = wrapped.kind === 'optional' && endsInNone(content);
    if (isExplicit) this.text += 'Optional(';
    this.add(content, wrapped);
    if (isExplicit) this.text += ')';
  }

  addList(values, type) {
    this.text += '[';
    for (let index = 0; index < values.length; index += 1) {
      if (this.text.length >= this.enough) break;
      if (index > 0) this.text += ', ';
      this.add(values[index], type);
    }
    this.text += ']';
  }

  addPairs(pairs, type) {
    this.text += pairs.length === 0 ? '[:' : '[';
    for (let index = 0; index < pairs.length; index += 1) {
      if (this.text.length >= this.enough) break;
      if (index > 0) this.text += ', ';
      this.add(pairs[index].key, type.key);
      this.text += ': ';
      this.add(pairs[index].value, type.value);
    }
    this.text += ']';
  }
}

/** Returns the text of a value without parts. A long one may be truncated. */
export function primitiveText(value, type, enough = Infinity) {
  switch (type.kind) {
    case 'string': case 'url': case 'json': return quoted(textPrefix(value, enough));
    case 'uuid': return `"${value}"`;
    case 'data': return `"${base64(value.subarray(0, enough))}"`;
    case 'date': return dateText(value);
    case 'float': return bitsText(value, 'Float') || floatText(value);
    case 'double': return bitsText(value, 'Double') || doubleText(value);
    default: return String(value);
  }
}
