/** The beginning of the names of the architecture's types. */
export const library = 'ComposableArchitecture.';
const forms = new Map([
  ['AlertState', { head: 'Alert', names: ['title', 'message', 'buttons'] }],
  ['ConfirmationDialogState', {
    head: 'ConfirmationDialog', names: ['title', 'titleVisibility', 'message', 'buttons'] }],
  ['ButtonState', { head: 'Button', names: ['label', 'action', 'role'], wrapped: 'action' }],
  ['TextState', { head: null, names: ['pieces'] }],
]);

/**
 * Returns the short form of a structure, if it is one of the library's dialogs, buttons or texts:
 * its `head`, and its `parts` with the indices of their fields.
 */
export function dialogForm(type) {
  if (type.dialogForm === undefined) type.dialogForm = makeForm(type);
  return type.dialogForm;
}

function makeForm(type) {
  const form = type.name && type.name.startsWith(library) ? forms.get(type.shortName) : undefined;
  if (!form || form.names.length !== type.fields.length) return null;
  const parts = form.names.map((name, position) => {
    const index = type.fields.findIndex((field) => field.name === name);
    return { index, label: position === 0 ? '' : `${name}: `, isWrapped: name === form.wrapped };
  });
  return parts.some((part) => part.index < 0) ? null : { head: form.head, parts };
}

/** Returns the string of a text that is one piece without styles, or `null`. */
export function stringOfText(value) {
  const [pieces] = value;
  if (pieces.length !== 1 || pieces[0].length !== 2 || pieces[0][1].length > 0) return null;
  return typeof pieces[0][0] === 'string' ? pieces[0][0] : null;
}

/** Returns the value that is written for a part and its type, or `null` if it is absent. */
export function writtenPart({ index, isWrapped }, value, fields) {
  let [part, { type }] = [value[index], fields[index]];
  if (isWrapped) [part, { type }] = [part[0], type.fields[0]];
  const isAbsent = part === null || Array.isArray(part) && part.length === 0;
  return isAbsent ? null : { part, type };
}
