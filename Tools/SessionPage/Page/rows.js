/** Returns rows for all numbers from the first to the last, which need no memory. */
export function rangeRows(first, last) {
  return {
    length: Math.max(0, last - first + 1),
    at: (index) => first + index,
    /** Returns the index of the last row at or before a number, or -1 if all rows are later. */
    floor: (number) => Math.min(Math.max(number - first, -1), last - first),
  };
}

/**
 * Returns a row for the start of a session and one for each step. Consecutive lost steps share one
 * row.
 */
export function sessionRows(session) {
  const gaps = session.gaps || [];
  if (gaps.length === 0) return rangeRows(session.start, session.last);
  const parts = [];
  let length = 0;
  const add = (first, count) => {
    if (count > 0) parts.push({ first, index: length, count });
    length += Math.max(0, count);
  };
  let next = session.start;
  for (const gap of gaps) {
    add(next, gap.first - next);
    add(gap.first, 1);
    next = gap.last + 1;
  }
  add(next, session.last - next + 1);
  const partBefore = (value, key) => {
    let index = parts.length - 1;
    while (index > 0 && parts[index][key] > value) index -= 1;
    return parts[index];
  };
  return {
    length,
    at: (index) => {
      const part = partBefore(index, 'index');
      return part.first + index - part.index;
    },
    floor: (number) => {
      if (number < session.start) return -1;
      const part = partBefore(number, 'first');
      return part.index + Math.min(number - part.first, part.count - 1);
    },
  };
}

/** Returns rows for an ascending list of numbers. */
export function listRows(numbers) {
  return {
    length: numbers.length,
    at: (index) => numbers[index],
    floor: (number) => {
      let low = 0;
      let high = numbers.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] <= number) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

/** Returns the index of a number, or -1. */
export function rowIndex(rows, number) {
  const index = rows.floor(number);
  return index >= 0 && rows.at(index) === number ? index : -1;
}
