// The number of changed screens after which a whole one is stored, so that going back is fast.
const KEPT_EVERY = 64;

/** The app's screens. A report contains the rows that changed at each step. */
export class Screens {
  constructor({ width, styles, lines, steps }) {
    this.width = width;
    this.styles = styles;
    this.lines = lines;
    this.steps = steps;
    this.kept = [];
  }

  /** Returns the index of the screen after a step, or -1 before the first screen. */
  position(number) {
    let low = 0;
    let high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle][0] <= number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Returns the indices of the lines of a screen, from the top. */
  rows(position) {
    const base = Math.floor(position / KEPT_EVERY);
    while (this.kept.length <= base) {
      const next = this.kept.length;
      this.kept.push(next === 0
        ? this.follow([], 0, 0) : this.follow(this.kept[next - 1], (next - 1) * KEPT_EVERY + 1,
          next * KEPT_EVERY));
    }
    return this.follow(this.kept[base], base * KEPT_EVERY + 1, position);
  }

  /** Applies the changes between two indices to a copy of rows. */
  follow(rows, from, to) {
    const result = [...rows];
    for (let position = from; position <= to; position += 1) {
      const [, changed, count] = this.steps[position];
      for (const [row, line] of changed) result[row] = line;
      if (typeof count === 'number') result.length = count;
    }
    return result;
  }

  /**
   * Returns the lines of the screen after a step, each [[text, style], …]. There are none before
   * the first screen.
   */
  screen(number) {
    const position = this.position(number);
    if (position < 0) return [];
    return this.rows(position).map((line) => (this.lines[line] || [])
      .map(([text, style]) => [text, this.styles[style] || {}]));
  }
}
