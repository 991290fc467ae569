import { fieldsText, valueText } from './text.js';

/**
 * Returns an action as a user writes it: `counter.nthPrimeResponse(17)`.
 *
 * Cases are joined with dots as long as each has a single unlabeled value that is an enumeration. A
 * row of a list is named by its identity.
 */
export function actionText(action, type) {
  return walk(action, type, true);
}

/** Returns the names of an action's cases without values: `shoppingList.products.updateName`. */
export function actionName(action, type) {
  return walk(action, type, false);
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

function walk(action, type, hasValues) {
  let [value, own, text] = [action, type, ''];
  while (own.kind === 'enum') {
    const element = own.cases[value.index];
    const { payload } = element;
    if (isRow(element)) {
      if (hasValues) text += `[id: ${valueText(value.payload[0], payload[0].type)}]`;
      [value, own] = [value.payload[1], payload[1].type];
      continue;
    }
    text += text === '' ? '' : '.';
    text += element.written;
    if (!isStep(element)) {
      return hasValues && payload.length > 0 ? text + fieldsText(value.payload, payload) : text;
    }
    [value, own] = [value.payload[0], payload[0].type];
  }
  if (text !== '') return text;
  return hasValues ? valueText(value, own) : own.shortName || own.kind;
}
