import { CallBars } from './callBars.js';
import { element, setChildren, setAttribute } from './dom.js';
import { axisTicks, drawTicks } from './timelineAxis.js';
import { drawMarks } from './timelineMarks.js';
import { clockText, countText, lineText, shortIdentities } from './visible.js';

const LANE_HEIGHT = 13;
const AXIS_HEIGHT = 19;

/**
 * All steps at once: a lane for each feature, bars for the calls of effects, arcs from cause to
 * effect, and the selected step, which can be moved.
 */
export class TimelineView {
  constructor(node, model, helpers) {
    this.model = model;
    this.helpers = helpers;
    this.lanes = null;
    this.byTime = false;
    this.labels = element('div', { class: 'lane-labels', 'aria-hidden': 'true' });
    this.canvas = element('canvas', { class: 'marks', 'aria-hidden': 'true' });
    this.overlay = element('canvas', { class: 'marks', 'aria-hidden': 'true' });
    this.tip = element('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
    this.track = element('div', {
      class: 'track', role: 'slider', tabindex: '0', 'aria-label': 'Step', id: 'track',
      'aria-orientation': 'horizontal',
    }, this.canvas, this.overlay, this.tip);
    setChildren(node, this.labels, this.track);
    this.track.addEventListener('pointerdown', (event) => this.press(event));
    this.track.addEventListener('pointermove', (event) => this.hover(event));
    this.track.addEventListener('pointerleave', () => { this.tip.hidden = true; });
    new ResizeObserver(() => this.draw()).observe(this.track);
  }

  /** The number of positions for steps. */
  get stepCount() {
    return Math.max(1, this.model.all.length - 1);
  }

  /** Returns the position of a step, from 0 to the width. */
  x(number) {
    const { all } = this.model;
    const { width } = this;
    const index = all.floor(number);
    if (this.byTime && this.total > 0) return this.timeX(this.lanes.time[index] / this.total);
    return Math.min(width, ((index - 0.5) / this.stepCount) * width);
  }

  /** Returns the position of a share of the whole time. */
  timeX(share) {
    return 4 + share * (this.width - 8);
  }

  /** Returns the step that is drawn nearest to a position. */
  stepAt(x) {
    const { all } = this.model;
    const end = all.length - 1;
    if (!this.byTime || this.total === 0) {
      return all.at(Math.min(Math.max(0, Math.ceil((x / this.width) * this.stepCount)), end));
    }
    const wanted = ((x - 4) / (this.width - 8)) * this.total;
    let low = Math.min(1, end);
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lanes.time[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return all.at(low);
  }

  /** Draws all steps, or nothing if there is no session. */
  draw() {
    const { session } = this.model;
    if (!session || !this.lanes) return;
    this.width = this.track.clientWidth;
    const { names } = this.lanes;
    const height = Math.max(1, names.length) * LANE_HEIGHT + AXIS_HEIGHT;
    this.track.style.height = `${height}px`;
    if (this.labels.childElementCount !== names.length || this.labelled !== names.join('\n')) {
      this.labelled = names.join('\n');
      setChildren(this.labels, ...names.map((name, index) => element('div', {
        class: 'lane-label', title: lineText(name, 80),
      }, element('span', { class: `lane lane-${index}` }), lineText(name, 24))));
    }
    this.total = this.lanes.time[this.lanes.known - 1];
    const context = sized(this.canvas, this.width, height);
    this.drawSteps(context, names.length);
    this.drawCalls(context, names.length);
    this.drawAxis(context, names.length * LANE_HEIGHT);
    this.drawSelection();
  }

  /** Draws a mark for each step in its lane. */
  drawSteps(context, laneCount) {
    drawMarks(context, {
      laneCount, laneHeight: LANE_HEIGHT, width: this.width, lanes: this.lanes,
      all: this.model.all, found: this.model.found, stepCount: this.stepCount, byTime: this.byTime,
      colors: this.helpers.colors(), x: (number) => this.x(number),
    });
  }

  /** Draws a thin bar for each call, in the lane of its step. The bar of a found call is higher. */
  drawCalls(context, laneCount) {
    const { all, session } = this.model;
    const { lane, known } = this.lanes;
    const bars = new CallBars(this.width, laneCount);
    const found = new CallBars(this.width, laneCount);
    for (const call of session.allCalls) {
      const index = all.floor(call.step);
      if (index < 1 || index >= known || all.floor(call.beganAfter) >= known) continue;
      const own = this.model.isFoundCall(call) ? found : bars;
      own.add(lane[index], this.callX(call.beganAfter, call.beganMs),
        call.endedMs === null || all.floor(call.endedAfter) >= known
          ? this.width : this.callX(call.endedAfter, call.endedMs));
    }
    const colors = this.helpers.colors();
    bars.forEach((row, start, length) => {
      context.fillStyle = colors.lanes[row % colors.lanes.length];
      context.fillRect(start, (row + 1) * LANE_HEIGHT - 2, Math.max(2, length), 2);
    });
    context.fillStyle = colors.accent;
    found.forEach((row, start, length) => {
      context.fillRect(start, (row + 1) * LANE_HEIGHT - 4, Math.max(4, length), 4);
    });
  }

  /** Returns the position of a time after a step. */
  callX(step, milliseconds) {
    const { time, known } = this.lanes;
    if (this.byTime && this.total > 0) {
      return this.timeX(Math.min(1, milliseconds / this.total));
    }
    const index = this.model.all.floor(step);
    // Between two steps, the position is that of the time between them.
    const span = index + 1 < known ? time[index + 1] - time[index] : 0;
    const share = span > 0 ? Math.min(1, Math.max(0, milliseconds - time[index]) / span) : 0;
    return Math.min(this.width, ((index - 0.5 + share) / this.stepCount) * this.width);
  }

  /** The ticks of the axis. */
  get ticks() {
    const { all } = this.model;
    return axisTicks({
      width: this.width, byTime: this.byTime, total: this.total, stepCount: this.stepCount,
      numberAt: (index) => all.at(Math.min(index, all.length - 1)), x: (number) => this.x(number),
      timeX: (share) => this.timeX(share),
    });
  }

  drawAxis(context, top) {
    const colors = this.helpers.colors();
    const { session } = this.model;
    drawTicks(context, this.ticks, { width: this.width, top, color: colors.muted });
    if (session.damage) {
      context.fillStyle = colors.danger;
      context.fillRect(this.width - 3, 0, 3, top);
    }
  }

  /**
   * Draws the parts that depend on the selection: its line, the arcs of its causes, and the changes
   * of the selected value.
   */
  drawSelection() {
    const { session, step, causes } = this.model;
    if (!session || !this.lanes || !this.width) return;
    const height = this.lanes.names.length * LANE_HEIGHT;
    const context = sized(this.overlay, this.width, height + AXIS_HEIGHT);
    const colors = this.helpers.colors();
    for (const number of this.helpers.changeNumbers()) {
      context.fillStyle = colors.change;
      context.fillRect(this.x(number) - 1, height, 2, 4);
    }
    const failure = this.helpers.failureStep();
    if (failure !== null) {
      context.fillStyle = colors.danger;
      context.fillRect(this.x(failure) - 1, 0, 2, height);
    }
    context.strokeStyle = colors.text;
    context.fillStyle = colors.text;
    context.lineWidth = 1;
    const record = step > session.start ? session.step(step) : null;
    if (record && record.startedBy) this.arc(context, record.startedBy, step);
    for (const next of causes.children(step).slice(0, 50)) this.arc(context, step, next);
    const x = step === session.start ? 0 : this.x(step);
    context.fillStyle = colors.accent;
    context.fillRect(Math.min(Math.max(0, x - 1), this.width - 2), 0, 2, height + 4);
    this.describe(record);
  }

  /** Draws an arrow from a step to one that its effect sent. */
  arc(context, from, to) {
    const { all, session } = this.model;
    if (from <= session.start || all.floor(to) >= this.lanes.known) return;
    const row = (number) => this.lanes.lane[all.floor(number)] * LANE_HEIGHT + LANE_HEIGHT / 2;
    const [x1, y1, x2, y2] = [this.x(from), row(from), this.x(to), row(to)];
    const lift = y1 < LANE_HEIGHT ? LANE_HEIGHT : -LANE_HEIGHT;
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + (x2 - x1) / 4, y1 + lift, x2 - (x2 - x1) / 4, y2 + lift, x2, y2);
    context.stroke();
    context.beginPath();
    context.arc(x2, y2, 2.5, 0, 2 * Math.PI);
    context.fill();
  }

  /** Sets the position of the slider for screen readers. */
  describe(record) {
    const { session, step } = this.model;
    setAttribute(this.track, 'aria-valuemin', session.start);
    setAttribute(this.track, 'aria-valuemax', session.last);
    setAttribute(this.track, 'aria-valuenow', step);
    const what = record ? lineText(record.action, 80)
      : 'the beginning';
    setAttribute(this.track, 'aria-valuetext', `step ${step} of ${session.last}: ${what}`);
  }

  press(event) {
    if (!this.model.session || event.button !== 0) return;
    this.track.setPointerCapture(event.pointerId);
    this.model.select(this.stepAt(this.place(event)));
  }

  hover(event) {
    const { session } = this.model;
    if (!session) return;
    const x = this.place(event);
    const number = this.stepAt(x);
    if (event.buttons & 1) this.model.select(number);
    const record = number > session.start ? session.step(number) : null;
    this.tip.hidden = false;
    this.tip.textContent = record === null ? 'the beginning' : [
      countText(number), clockText(record.time), shortIdentities(lineText(record.action, 120)),
    ].join(' · ');
    this.tip.style.left = `${Math.max(0, Math.min(x + 10, this.width - this.tip.offsetWidth))}px`;
  }

  place(event) {
    return event.clientX - this.track.getBoundingClientRect().left;
  }
}

/** Sets the size of a canvas in device pixels, and returns its cleared context. */
function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
