import { clockText, countText } from './visible.js';

// The minimum distance of two ticks.
const TICK_DISTANCE = 160;

/**
 * Returns the ticks of the axis, each `{ x, text }`. A tick by steps is at the mark of its step.
 *
 * `stepCount` is the number of positions for steps. `numberAt` returns the step at a position, and
 * `x` returns the position of a step's mark. `timeX` returns the position of a share of the whole
 * time.
 */
export function axisTicks({ width, byTime, total, stepCount, numberAt, x, timeX }) {
  const places = byTime ? Infinity : stepCount - 1;
  const count = Math.max(1, Math.min(Math.floor(width / TICK_DISTANCE), places));
  const ticks = [];
  for (let index = 0; index <= count; index += 1) {
    const share = index / count;
    if (byTime) {
      ticks.push({ x: timeX(share), text: clockText(share * total) });
    } else {
      const number = numberAt(1 + Math.round(share * (stepCount - 1)));
      ticks.push({ x: x(number), text: countText(number) });
    }
  }
  return ticks;
}

/** Draws ticks, each with its label centered below it as far as the label fits. */
export function drawTicks(context, ticks, { width, top, color }) {
  context.fillStyle = color;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'top';
  context.textAlign = 'left';
  for (const { x, text } of ticks) {
    context.fillRect(Math.min(Math.max(0, x - 0.5), width - 1), top + 1, 1, 4);
    const length = context.measureText(text).width;
    context.fillText(text, Math.min(Math.max(0, x - length / 2), width - length), top + 6);
  }
}
