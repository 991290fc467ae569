/**
 * The bars of calls in a timeline: for each lane and pixel, the number of calls that are running.
 *
 * The time to compute them depends on the calls and the pixels, and not on the lengths of calls.
 */
export class CallBars {
  constructor(width, laneCount) {
    this.width = Math.max(1, Math.ceil(width));
    this.laneCount = laneCount;
    // The differences between neighbors. The last column ends all bars.
    this.changes = new Int32Array((this.width + 1) * laneCount);
  }

  /** Adds a call between two positions. */
  add(lane, from, to) {
    const start = this.column(from);
    const end = Math.max(start, this.column(to));
    const row = lane * (this.width + 1);
    this.changes[row + start] += 1;
    this.changes[row + end + 1] -= 1;
  }

  column(x) {
    return Math.min(Math.max(0, Math.floor(x)), this.width - 1);
  }

  /** Calls a function for each bar, `(lane, start, length)`. */
  forEach(draw) {
    for (let lane = 0; lane < this.laneCount; lane += 1) {
      const row = lane * (this.width + 1);
      let [running, start] = [0, 0];
      for (let x = 0; x <= this.width; x += 1) {
        const next = running + this.changes[row + x];
        if (running === 0 && next > 0) start = x;
        if (running > 0 && next === 0) draw(lane, start, x - start);
        running = next;
      }
    }
  }
}
