import { library } from './dialogs.js';
import { fieldsText, valueText } from './text.js';

// The maximum number of cases in a row that compact texts omit.
const foldLimit = 4;

/**
 * Returns an action as a user writes it: `counter.nthPrimeResponse(17)`.
 *
 * Cases are joined with dots as long as each has a single unlabeled value that is an enumeration. A
 * row of a list is named by its identity.
 */
export function actionText(action, type) {
  return walk(action, type, { hasValues: true });
}

/**
 * Returns an action without the cases that every presented feature and every binding has:
 * `form.title = "Planning"` for `form.presented.binding.title("Planning")`.
 */
export function compactActionText(action, type) {
  return walk(action, type, { hasValues: true, isCompact: true });
}

/** Returns the names of an action's cases without values: `shoppingList.products.updateName`. */
export function actionName(action, type) {
  return walk(action, type, { hasValues: false });
}

/** Returns the names of the enumerations in an action, starting with the app's action. */
function actionTypes(action, type) {
  const names = [];
  let [value, own] = [action, type];
  while (own.kind === 'enum') {
    names.push(own.name);
    const element = own.cases[value.index];
    if (!isRow(element) && !isStep(element)) break;
    const last = element.payload.length - 1;
    [value, own] = [value.payload[last], element.payload[last].type];
  }
  return names;
}

/**
 * Returns the type that contains the action's innermost `Action` type, such as `CounterFeature`, or
 * null if no type is named `Action`.
 */
export function actionFeature(action, type) {
  let feature = null;
  for (const name of actionTypes(action, type)) {
    const parts = name.split('.');
    const isAction = parts.length > 1 && parts[parts.length - 1] === 'Action';
    if (isAction && !name.includes('<')) feature = parts[parts.length - 2];
  }
  return feature;
}

/** Returns whether a case has a single unlabeled value, and the value is an enumeration. */
function isStep(element) {
  const [field] = element.payload;
  return element.payload.length === 1 && field.name === null && field.type.kind === 'enum';
}

/** Returns whether a case contains the action of a row of a list. */
function isRow(element) {
  const [id, action] = element.payload;
  return element.name === 'element' && element.payload.length === 2
    && id.name === 'id' && action.name === 'action' && action.type.kind === 'enum';
}

/** Returns whether a type's cases are named like the fields that they set. */
function isBinding(type) {
  return type.kind === 'enum' && type.name.startsWith(`${library}BindingAction<`);
}

/**
 * Returns whether compact texts omit a case. They don't if a case beside it has the same name as
 * one that it leads to, because the text would have two meanings.
 */
function isFolded(element, type, limit = foldLimit) {
  if (limit === 0 || !isStep(element)) return false;
  const inner = element.payload[0].type;
  const isOmitted = element.name === 'binding' ? isBinding(inner)
    : element.name === 'presented' && type.name.startsWith(`${library}PresentationAction<`);
  return isOmitted && type.cases.every((other) => other === element
    || !leads(inner, other.name, limit - 1));
}

/** Returns whether a compact text can continue with a name after a type's case. */
function leads(type, name, limit) {
  return type.cases.some((element) => !isRow(element)
    && (element.name === name || (isFolded(element, type, limit)
      && leads(element.payload[0].type, name, limit - 1))));
}

function walk(action, type, { hasValues, isCompact = false }) {
  let [value, own, text] = [action, type, ''];
  while (own.kind === 'enum') {
    const element = own.cases[value.index];
    const { payload } = element;
    if (isRow(element)) {
      if (hasValues) text += `[id: ${valueText(value.payload[0], payload[0].type)}]`;
      [value, own] = [value.payload[1], payload[1].type];
      continue;
    }
    if (isCompact && isFolded(element, own)) {
      [value, own] = [value.payload[0], payload[0].type];
      continue;
    }
    text += text === '' ? '' : '.';
    text += element.written;
    if (isCompact && isBinding(own) && payload.length === 1) {
      return `${text} = ${valueText(value.payload[0], payload[0].type)}`;
    }
    if (!isStep(element)) {
      return hasValues && payload.length > 0 ? text + fieldsText(value.payload, payload) : text;
    }
    [value, own] = [value.payload[0], payload[0].type];
  }
  if (text !== '') return text;
  return hasValues ? valueText(value, own) : own.shortName || own.kind;
}
