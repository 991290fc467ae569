// More features than this share the last lane.
const MOST_LANES = 12;

/**
 * The lane of every step, by the first case of its action, and when it happened; found piece by
 * piece.
 */
export class Lanes {
  constructor(session, rows) {
    this.session = session;
    this.names = [];
    this.indices = new Map();
    this.laneOfRow = new Map();
    // The beginning is no step.
    this.known = 1;
    this.reserve(rows.length);
  }

  /** Makes room for so many steps. */
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
   * Looks at the rows of all steps until they are known or the time is over; returns whether they
   * are.
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

  /** The lane of a step; equal actions share a row of the log, so that few of them are read. */
  laneOf(step) {
    const row = step.kind === 'action' ? step.row : undefined;
    let lane = row === undefined ? undefined : this.laneOfRow.get(row);
    if (lane === undefined) {
      lane = this.laneNamed(laneName(step));
      if (row !== undefined) this.laneOfRow.set(row, lane);
    }
    return lane;
  }

  /** The lane with a name; a new one for a feature that is not known yet. */
  laneNamed(name) {
    let index = this.indices.get(name);
    if (index === undefined) {
      if (this.names.length < MOST_LANES) {
        index = this.names.length;
        this.names.push(name);
      } else {
        index = MOST_LANES - 1;
        this.names[index] = 'others';
      }
      this.indices.set(name, index);
    }
    return index;
  }
}

/** The name of a step's lane: the first case of its action, or what it is instead of an action. */
export function laneName(step) {
  if (step.kind === 'mark') return 'marks';
  if (step.kind === 'outside') return 'outside';
  if (step.kind === 'lost') return 'lost';
  const name = step.name || '';
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
