// A node shows so many of its children at first, and so many more each time it is asked.
const FIRST_CHILDREN = 100;
const MORE_CHILDREN = 500;
const OPEN_LEVELS = 2;

/**
 * Which nodes of the state are open; what nobody opened or closed is open near the root and around
 * changes.
 */
export class TreeState {
  constructor() {
    this.choices = new Map();
    this.limits = new Map();
    this.followsChanges = true;
  }

  isOpen(node, level, index) {
    const choice = this.choices.get(node.path);
    if (choice !== undefined) return choice;
    if (level < OPEN_LEVELS && node.childCount <= FIRST_CHILDREN) return true;
    return this.followsChanges && (index.holders.has(node.path) || index.removed.has(node.path));
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
 * Returns the rows that a tree shows, in order: values, what was removed from one, and how many
 * children are left
 * out. `children` gives the nodes of a node.
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
