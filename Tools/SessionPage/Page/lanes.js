// More features than this share the last lane.
const MOST_LANES = 12;

/** The lane of every step, by the first case of its action, and when it happened; found piece by piece. */
export class Lanes {
  constructor(session) {
    this.session = session;
    this.names = [];
    this.counts = [];
    this.indices = new Map();
    this.known = session.start;
    this.reserve(session.last - session.start);
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

  /** Looks at steps until all are known or the time is over; returns whether all are. */
  advance(milliseconds, now) {
    const { session } = this;
    this.reserve(session.last - session.start);
    const end = now() + milliseconds;
    while (this.known < session.last) {
      const index = this.known - session.start;
      this.known += 1;
      const step = session.step(this.known);
      this.lane[index] = this.laneOf(step);
      this.counts[this.lane[index]] += 1;
      this.time[index] = step ? step.time : 0;
      if (this.known % 256 === 0 && now() >= end) return this.known >= session.last;
    }
    return true;
  }

  /** The lane of a step; a new one for a feature that is not known yet. */
  laneOf(step) {
    const name = laneName(step);
    let index = this.indices.get(name);
    if (index === undefined) {
      if (this.names.length < MOST_LANES) {
        index = this.names.length;
        this.names.push(name);
        this.counts.push(0);
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
  if (!step) return 'lost';
  if (step.kind === 'mark') return 'marks';
  if (step.kind === 'outside') return 'outside';
  if (step.kind === 'lost') return 'lost';
  const name = step.name || '';
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
