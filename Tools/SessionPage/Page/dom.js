/**
 * Creates an element. Attributes that begin with `on` are listeners, and `text` is the text.
 *
 * An attribute that is null, undefined or false is omitted. Nothing is ever parsed as HTML.
 */
export function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Replaces the children of an element, omitting those that are null. */
export function setChildren(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** Returns the element of the page's skeleton with an ID. */
export function byID(id) {
  return document.getElementById(id);
}

/** Returns whether controls are large enough for fingers, as in the style. */
export function hasTouchTargets() {
  return window.matchMedia('screen and (max-width: 900px), (pointer: coarse)').matches;
}

/** Creates a button with a text, and a name for screen readers if the text is not sufficient. */
export function button(text, action, properties) {
  return element('button', { type: 'button', text, onclick: action, ...properties });
}

export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/** Sets an attribute only if it differs, which saves layout work and repeated announcements. */
export function setAttribute(node, name, value) {
  const text = value === null ? null : String(value);
  if (node.getAttribute(name) === text) return;
  if (text === null) node.removeAttribute(name);
  else node.setAttribute(name, text);
}
