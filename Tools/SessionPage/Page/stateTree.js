import { element, hasTouchTargets, setChildren, setAttribute } from './dom.js';
import { changeIndex, pathEnds } from './paths.js';
import { TreeState, rowSignature, treeRows } from './treeRows.js';
import { countText, lineText, shortIdentities } from './visible.js';

// The text for a missing value.
const EMPTY = ['nil', '[]', '[:]', '""'];

/** The state for the selected step as a tree, with the changes of the step marked. */
export class StateTree {
  constructor(node, model, helpers) {
    this.node = node;
    this.model = model;
    this.helpers = helpers;
    this.state = new TreeState();
    this.rows = [];
    this.signatures = [];
    node.addEventListener('click', (event) => this.click(event));
    node.addEventListener('keydown', (event) => this.key(event));
    this.isHidden = false;
    new ResizeObserver(() => this.resize()).observe(node);
  }

  /** Scrolls to the change when the tree is shown again, because a hidden tree cannot scroll. */
  resize() {
    const wasHidden = this.isHidden;
    this.isHidden = this.node.clientHeight === 0;
    if (wasHidden && !this.isHidden) this.revealChange(this.node.children);
  }

  reset() {
    this.state = new TreeState();
  }

  /** Draws the state. `isNewStep` scrolls to the first change. */
  draw(isNewStep) {
    const { model, helpers } = this;
    const { session, step } = model;
    const roots = session && session.hasStates ? helpers.roots(step) : null;
    if (roots === null) {
      this.rows = [];
      const reason = helpers.noStateReason();
      this.signatures = [];
      setChildren(this.node, element('p', { class: 'empty', text: reason }));
      setAttribute(this.node, 'aria-activedescendant', null);
      return;
    }
    const index = changeIndex(helpers.markedChanges(step));
    this.rows = treeRows(roots, (node) => helpers.children(node), index, this.state);
    this.patch(this.rows.map(rowSignature));
    this.mark();
    if (isNewStep) this.revealChange(this.node.children);
  }

  /** Replaces the rows that look different, and keeps all others, which then need no layout. */
  patch(signatures) {
    const old = this.signatures;
    const isSame = signatures.length === old.length;
    let front = 0;
    const most = Math.min(signatures.length, old.length);
    while (front < most && signatures[front] === old[front]) front += 1;
    let back = 0;
    const end = (list) => list[list.length - 1 - back];
    while (!isSame && back < most - front && end(signatures) === end(old)) back += 1;
    const nodes = old.length > 0 ? Array.from(this.node.children) : [];
    if (old.length === 0) setChildren(this.node);
    const fresh = signatures.map((signature, position) => {
      if (position < front || (isSame && signature === old[position])) return nodes[position];
      const fromEnd = signatures.length - position;
      if (fromEnd > back) return this.row(this.rows[position], position);
      const node = nodes[nodes.length - fromEnd];
      node.id = `node-${position}`;
      node.dataset.row = position;
      return node;
    });
    if (isSame) {
      fresh.forEach((node, position) => {
        if (node !== nodes[position]) nodes[position].replaceWith(node);
      });
    } else {
      nodes.slice(front, nodes.length - back).forEach((node) => node.remove());
      const next = back > 0 ? nodes[nodes.length - back] : null;
      fresh.slice(front, fresh.length - back).forEach((node) => this.node.insertBefore(node, next));
    }
    this.signatures = signatures;
  }

  /** Scrolls to the selected value or, without one, to the first change. */
  revealChange(nodes) {
    const { path } = this.model;
    const selected = this.rows.findIndex((row) => row.path === path && row.kind === 'value');
    const position = selected >= 0 ? selected : this.rows.findIndex((row) => row.change);
    if (position < 0) return;
    const box = this.node.getBoundingClientRect();
    const place = nodes[position].getBoundingClientRect();
    if (place.top < box.top || place.bottom > box.bottom) {
      this.node.scrollTop += place.top - box.top - box.height / 3;
    }
  }

  row(row, position) {
    const node = element('div', {
      class: `node ${row.kind}`, role: 'treeitem', id: `node-${position}`, 'data-row': position,
      'aria-level': row.level + 1,
    });
    node.style.paddingInlineStart = `${row.level * 14 + 4}px`;
    if (row.kind === 'more') {
      node.append(element('span', { class: 'more-rows', text: `${countText(row.count)} more…` }));
      return node;
    }
    if (row.kind === 'removed') {
      const key = row.path.slice(this.parentLength(row.path));
      node.append(
        element('span', { class: 'twist' }), element('span', { class: 'sign', text: '−' }),
        element('span', { class: 'key', text: lineText(key, 80) }), ' ',
        element('del', { class: 'value', text: lineText(row.change.old || '') }));
      return node;
    }
    const value = row.node;
    if (value.expandable) setAttribute(node, 'aria-expanded', row.isOpen);
    if (row.position !== undefined) {
      setAttribute(node, 'aria-setsize', row.count);
      setAttribute(node, 'aria-posinset', row.position + 1);
    }
    if (row.change) node.classList.add(row.change.old === null ? 'added' : 'changed');
    else if (row.holdsChange) node.classList.add('holder');
    node.append(
      element('span', { class: 'twist', 'aria-hidden': 'true', text: value.expandable
        ? (row.isOpen ? '▾' : '▸') : '' }),
      element('span', { class: 'key', text: shortIdentities(lineText(nodeName(value), 80)) }),
        ': ');
    if (row.change && row.change.old !== null && !value.expandable) {
      node.append(element('del', { class: 'value old', text: lineText(row.change.old, 100) }),
        ' → ');
    }
    if (row.change && row.change.old === null) {
      node.append(element('span',
        { class: 'sign', text: '+ ' }));
    }
    node.append(element('span', {
      class: value.expandable ? 'value whole' : EMPTY.includes(value.text) ? 'value none' : 'value',
      text: shortIdentities(lineText(value.text)),
    }));
    return node;
  }

  /** Returns the length of a path without its last part. */
  parentLength(path) {
    const cutAt = Math.max(path.lastIndexOf('['), path.lastIndexOf('.') + 1);
    return cutAt < 0 ? 0 : cutAt;
  }

  /** Marks the row of the selected path. */
  mark() {
    const { path } = this.model;
    const position = this.rows.findIndex((row) => row.kind === 'value' && row.path === path);
    const shown = position >= 0 ? position : 0;
    this.rows.forEach((row, index) => {
      setAttribute(this.node.children[index], 'aria-selected', index === position);
    });
    setAttribute(this.node, 'aria-activedescendant', this.rows.length > 0 ? `node-${shown}` : null);
    return shown;
  }

  click(event) {
    const target = event.target.closest('.node');
    if (!target) return;
    const row = this.rows[Number(target.dataset.row)];
    if (row.kind === 'more') {
      this.state.showMore(row.path);
      this.draw(false);
    } else if (event.target.classList.contains('twist') && row.kind === 'value') {
      this.toggle(row);
    } else {
      this.model.selectPath(row.path);
      // A finger needs the whole row.
      if (hasTouchTargets() && row.kind === 'value') this.toggle(row);
    }
  }

  toggle(row) {
    if (!row.node || !row.node.expandable) return;
    this.state.setOpen(row.path, !row.isOpen);
    this.draw(false);
  }

  /** Handles the usual keys of a tree, and leaves all others to the page. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.rows.length === 0) return;
    const values = this.rows.map((row, index) => ({ row, index }))
      .filter(({ row }) => row.kind !== 'removed');
    let at = values.findIndex(({ row }) => row.kind === 'value' && row.path === this.model.path);
    if (at < 0 && this.onMore) {
      at = values.findIndex(({ row }) => row.kind === 'more'
        && row.path === this.onMore);
    }
    const { row } = values[Math.max(0, at)];
    const go = (position) => this.goTo(values[Math.min(Math.max(position, 0), values.length - 1)]);
    switch (event.key) {
      case 'ArrowDown': go(at + 1); break;
      case 'ArrowUp': go(at - 1); break;
      case 'Home': go(0); break;
      case 'End': go(values.length - 1); break;
      case 'ArrowRight':
        if (row.kind === 'value' && row.node.expandable && !row.isOpen) this.toggle(row);
        else go(at + 1);
        break;
      case 'ArrowLeft':
        if (row.isOpen) this.toggle(row);
        else this.goToHolder(values, at);
        break;
      case 'Enter':
        if (row.kind === 'more') {
          this.state.showMore(row.path);
          this.draw(false);
        } else {
          this.toggle(row);
        }
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  goTo({ row, index }) {
    this.onMore = row.kind === 'more' ? row.path : null;
    if (row.kind === 'more') {
      setAttribute(this.node, 'aria-activedescendant', `node-${index}`);
      this.model.selectPath(null);
      setAttribute(this.node, 'aria-activedescendant', `node-${index}`);
    } else {
      this.model.selectPath(row.path);
    }
    this.node.children[index].scrollIntoView({ block: 'nearest' });
  }

  goToHolder(values, at) {
    const { level } = values[Math.max(0, at)].row;
    for (let position = at - 1; position >= 0; position -= 1) {
      if (values[position].row.level < level) {
        this.goTo(values[position]);
        return;
      }
    }
  }
}

/**
 * Returns the name of a node in its container: a field's name, or an element's index or identity.
 */
function nodeName({ key, path }) {
  if (!path.endsWith(']')) return String(key);
  const ends = pathEnds(path);
  return path.slice(ends[ends.length - 2] || 0);
}
