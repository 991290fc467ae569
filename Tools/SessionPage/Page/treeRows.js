// The number of children that a node shows at first, and the number that each request adds.
const FIRST_CHILDREN = 100;
const MORE_CHILDREN = 500;
const OPEN_LEVELS = 2;

/** The open nodes of the state. By default, nodes near the root and around changes are open. */
export class TreeState {
  constructor() {
    this.choices = new Map();
    this.limits = new Map();
  }

  isOpen(node, level, index) {
    const choice = this.choices.get(node.path);
    if (choice !== undefined) return choice;
    if (level < OPEN_LEVELS && node.childCount <= FIRST_CHILDREN) return true;
    return index.holders.has(node.path) || index.removed.has(node.path);
  }

  setOpen(path, isOpen) {
    this.choices.set(path, isOpen);
  }

  limit(path) {
    return this.limits.get(path) || FIRST_CHILDREN;
  }

  showMore(path) {
    this.limits.set(path, this.limit(path) + MORE_CHILDREN);
  }
}

/**
 * Returns the rows of a tree in order: values, removed values, and the number of omitted children.
 *
 * `children` returns the children of a node.
 */
export function treeRows(roots, children, index, state) {
  const rows = [];
  const add = (nodes, level, path) => {
    for (const change of index.removed.get(path) || []) {
      rows.push({ kind: 'removed', level, path: change.path, change });
    }
    const limit = state.limit(path);
    nodes.forEach((node, position) => {
      const isTouched = index.changed.has(node.path) || index.holders.has(node.path);
      if (position >= limit && !isTouched) return;
      const isOpen = node.expandable && state.isOpen(node, level, index);
      rows.push({
        kind: 'value', level, path: node.path, node, isOpen, position, count: nodes.length,
        change: index.changed.get(node.path) || null, holdsChange: index.holders.has(node.path),
      });
      if (isOpen) add(children(node), level + 1, node.path);
    });
    if (nodes.length > limit) rows.push({ kind: 'more', level, path, count: nodes.length - limit });
  };
  add(roots, 0, '');
  return rows;
}

/** Returns a text that differs for two rows that look different. */
export function rowSignature(row) {
  const { kind, level, path, node, isOpen, position, count, change, holdsChange } = row;
  const old = change ? [change.old, change.new] : holdsChange;
  return JSON.stringify([
    kind, level, path, isOpen, position, count, old, node ? [node.text, node.expandable] : null,
  ]);
}
