const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64];
// The limits of a pause: steps at one moment follow each other visibly, and long breaks are short.
const SHORTEST = 40;
const LONGEST = 3000;

/** Plays a session at its recorded speed or a multiple of it. */
export class Playback {
  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    this.speed = 1;
    this.timer = null;
  }

  get isPlaying() {
    return this.timer !== null;
  }

  toggle() {
    if (this.isPlaying) {
      this.stop();
      return;
    }
    const { model } = this;
    if (!model.session || model.rows.length === 0) return;
    if (model.step >= model.rows.at(model.rows.length - 1)) model.first();
    this.schedule();
    this.changed();
  }

  stop() {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.changed();
  }

  /** Selects the next faster or slower speed. */
  change(direction) {
    const at = SPEEDS.indexOf(this.speed) + direction;
    this.speed = SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)];
    this.changed();
  }

  schedule() {
    const { model } = this;
    const here = model.rows.floor(model.step);
    if (here + 1 >= model.rows.length) {
      this.timer = null;
      this.changed();
      return;
    }
    const next = model.rows.at(here + 1);
    const pause = pauseBefore(model.session, model.step, next) / this.speed;
    this.timer = setTimeout(() => {
      model.select(next);
      this.schedule();
    }, Math.max(SHORTEST, pause));
  }
}

/** Returns the milliseconds to wait between two steps, with long pauses shortened. */
export function pauseBefore(session, from, to) {
  const time = (number) => {
    const step = number > session.start ? session.step(number) : null;
    return step ? step.time : 0;
  };
  return Math.min(Math.max(0, time(to) - time(from)), LONGEST);
}
