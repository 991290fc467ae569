// The maximum number of lanes. Further features share the last lane.
const MAX_LANES = 12;

/** The lane of every step, by the feature of its action, and its time, found in slices. */
export class Lanes {
  constructor(session, rows) {
    this.session = session;
    this.names = [];
    this.indices = new Map();
    this.laneOfRow = new Map();
    // The start of the session is not a step.
    this.known = 1;
    this.reserve(rows.length);
  }

  /** Allocates space for a number of steps. */
  reserve(count) {
    if (this.lane && this.lane.length >= count) return;
    const room = Math.max(64, Math.ceil(count * (this.lane ? 1.5 : 1)));
    const lane = new Uint8Array(room);
    const time = new Float64Array(room);
    if (this.lane) {
      lane.set(this.lane);
      time.set(this.time);
    }
    this.lane = lane;
    this.time = time;
  }

  /**
   * Examines the rows of all steps until they are known or time is up. Returns whether they are
   * known.
   */
  advance(rows, milliseconds, now) {
    this.reserve(rows.length);
    const end = now() + milliseconds;
    while (this.known < rows.length) {
      const index = this.known;
      const step = this.session.step(rows.at(index));
      this.lane[index] = this.laneOf(step);
      this.time[index] = step.kind === 'lost' ? this.time[index - 1] : step.time;
      this.known += 1;
      if (this.known % 256 === 0 && now() >= end) return this.known >= rows.length;
    }
    return true;
  }

  /** Returns the lane of a step. Equal actions share a row of the log, so that few are read. */
  laneOf(step) {
    const row = step.kind === 'action' ? step.row : undefined;
    let lane = row === undefined ? undefined : this.laneOfRow.get(row);
    if (lane === undefined) {
      lane = this.laneNamed(laneName(step));
      if (row !== undefined) this.laneOfRow.set(row, lane);
    }
    return lane;
  }

  /** Returns the lane with a name, after adding one for an unknown feature. */
  laneNamed(name) {
    let index = this.indices.get(name);
    if (index === undefined) {
      if (this.names.length < MAX_LANES) {
        index = this.names.length;
        this.names.push(name);
      } else {
        index = MAX_LANES - 1;
        this.names[index] = 'others';
      }
      this.indices.set(name, index);
    }
    return index;
  }
}

/**
 * Returns the name of a step's lane: the feature that declares its action, without the ending
 * `Feature`, or the kind of the step. An action without a known feature has the lane of its first
 * case.
 */
export function laneName(step) {
  if (step.kind === 'mark') return 'marks';
  if (step.kind === 'outside') return 'outside';
  if (step.kind === 'lost') return 'lost';
  if (step.feature) return step.feature.replace(/(.)Feature$/, '$1');
  const name = step.name || '';
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
