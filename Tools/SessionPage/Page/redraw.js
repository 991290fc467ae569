// Attributes that the user changes.
const KEPT_ATTRIBUTES = ['open'];

/**
 * Makes the children of an element equal to the children of a second one, with as few changes as
 * possible.
 *
 * The focus, the selected text, the scroll position and the text of a field stay. Children with an
 * ID or a `data-key` keep their identity when they move; others are compared in order.
 */
export function redraw(node, fresh) {
  const focused = document.activeElement;
  updateChildren(node, fresh);
  if (focused !== document.activeElement && node.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

function updateChildren(node, fresh) {
  const keyed = new Map();
  for (const child of node.childNodes) keyed.set(identityOf(child), child);
  const keys = new Set(Array.from(fresh.childNodes, identityOf));
  let next = node.firstChild;
  for (const child of Array.from(fresh.childNodes)) {
    // Removing obsolete children first spares the others from being moved.
    while (next !== null && identityOf(next) !== null && !keys.has(identityOf(next))) {
      const obsolete = next;
      next = next.nextSibling;
      obsolete.remove();
    }
    const key = identityOf(child);
    const found = key !== null ? keyed.get(key) : next;
    if (found && identityOf(found) === key && found.nodeName === child.nodeName) {
      if (found === next) next = next.nextSibling;
      else node.insertBefore(found, next);
      updateNode(found, child);
    } else {
      node.insertBefore(child, next);
    }
  }
  while (next !== null) {
    const obsolete = next;
    next = next.nextSibling;
    obsolete.remove();
  }
}

function updateNode(node, fresh) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== fresh.data) node.data = fresh.data;
    return;
  }
  for (const { name, value } of Array.from(fresh.attributes)) {
    if (KEPT_ATTRIBUTES.includes(name) || node.getAttribute(name) === value) continue;
    // The policy of the page forbids to set the attribute.
    if (name === 'style') node.style.cssText = value;
    else node.setAttribute(name, value);
  }
  for (const { name } of Array.from(node.attributes)) {
    if (!fresh.hasAttribute(name) && !KEPT_ATTRIBUTES.includes(name)) node.removeAttribute(name);
  }
  updateChildren(node, fresh);
}

function identityOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  return node.dataset.key || node.id || null;
}
