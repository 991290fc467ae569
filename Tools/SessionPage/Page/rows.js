/** Returns rows for every number from the first to the last, which need no memory. */
export function rangeRows(first, last) {
  return {
    length: Math.max(0, last - first + 1),
    at: (index) => first + index,
    /** The index of the last row at or before a number; -1 where all rows come later. */
    floor: (number) => Math.min(Math.max(number - first, -1), last - first),
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
