/**
 * Returns the ends of the parts of a path: each `.`, `[` and `(` outside of brackets and quotes,
 * and the end of the path. `a.b[id: "x.y"].c` ends at `a`, `a.b`, `a.b[id: "x.y"]` and itself.
 */
export function pathEnds(path) {
  const ends = [];
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < path.length; index += 1) {
    const character = path[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === '[') {
      if (depth === 0 && index > 0) ends.push(index);
      depth += 1;
    } else if (character === ']') {
      depth -= 1;
    } else if (depth === 0 && '. ('.includes(character)) {
      ends.push(index);
    }
  }
  ends.push(path.length);
  return ends;
}

/** Returns an action as the path to its last case, that case, and its values. */
export function actionParts(action) {
  const ends = pathEnds(action);
  const end = ends.find((place) => action[place] === '(' || action.startsWith(' = ', place))
    ?? action.length;
  const dots = ends.filter((place) => place < end && action[place] === '.');
  const start = dots.length > 0 ? dots[dots.length - 1] + 1 : 0;
  return {
    place: action.slice(0, start), name: action.slice(start, end), values: action.slice(end),
  };
}

/** Returns the paths that contain a path, outermost first, without the path itself. */
export function pathAncestors(path) {
  return pathEnds(path).slice(0, -1).map((end) => path.slice(0, end));
}

/**
 * Sorts the changes of a step for a tree: changed and added values by their paths, removed ones by
 * the path of their container, and the paths of all containers.
 */
export function changeIndex(changes) {
  const changed = new Map();
  const removed = new Map();
  const holders = new Set();
  for (const change of changes) {
    const ancestors = pathAncestors(change.path);
    for (const ancestor of ancestors) holders.add(ancestor);
    if (change.new !== null) {
      changed.set(change.path, change);
    } else {
      const holder = ancestors.length > 0 ? ancestors[ancestors.length - 1] : '';
      if (!removed.has(holder)) removed.set(holder, []);
      removed.get(holder).push(change);
    }
  }
  return { changed, removed, holders };
}
