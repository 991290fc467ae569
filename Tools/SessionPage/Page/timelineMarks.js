// The steps per pixel above which the marks of a timeline by steps are drawn as densities.
const MIN_FOR_DENSITY = 2;
// The opacity of the steps that a search did not find.
const DIMMED = 0.25;

/**
 * Draws the marks of steps in their lanes. During a search, those of other steps are dimmed.
 *
 * `plot` has the size of the timeline, the lanes, all steps and the steps that the search found,
 * and `x`, which returns the position of a step.
 */
export function drawMarks(context, plot) {
  const { all, found, lanes, laneCount, laneHeight, width, colors } = plot;
  context.fillStyle = colors.line;
  for (let row = 0; row < laneCount; row += 1) {
    context.fillRect(0, row * laneHeight + laneHeight / 2, width, 1);
  }
  const indices = function* allIndices() {
    for (let index = 1; index < lanes.known; index += 1) yield index;
  };
  const foundIndices = function* foundOnes() {
    for (const number of found) {
      const index = all.floor(number);
      if (index > 0 && index < lanes.known) yield index;
    }
  };
  drawSteps(context, plot, indices(), found === null ? 1 : DIMMED);
  if (found !== null) drawSteps(context, plot, foundIndices(), 1);
}

function drawSteps(context, plot, indices, opacity) {
  const { all, lanes, laneHeight, width, colors, byTime, stepCount, x } = plot;
  if (!byTime && stepCount > width * MIN_FOR_DENSITY) {
    drawDensity(context, plot, indices, opacity);
    return;
  }
  const bar = byTime ? 3 : Math.min(12, Math.max(1.5, width / Math.max(1, stepCount) - 1));
  context.globalAlpha = opacity;
  for (const index of indices) {
    const row = lanes.lane[index];
    context.fillStyle = colors.lanes[row % colors.lanes.length];
    context.fillRect(x(all.at(index)) - bar / 2, row * laneHeight + 2, bar, laneHeight - 4);
  }
  context.globalAlpha = 1;
}

/** Draws several steps per pixel, with an opacity that increases with their number. */
function drawDensity(context, plot, indices, opacity) {
  const { lanes, laneCount, laneHeight, colors, stepCount } = plot;
  const width = Math.floor(plot.width);
  const counts = new Uint32Array(width * laneCount);
  for (const index of indices) {
    const column = Math.min(width - 1, Math.floor(((index - 1) / stepCount) * width));
    counts[lanes.lane[index] * width + column] += 1;
  }
  const most = stepCount / width;
  for (let row = 0; row < laneCount; row += 1) {
    context.fillStyle = colors.lanes[row % colors.lanes.length];
    for (let column = 0; column < width; column += 1) {
      const share = counts[row * width + column] / most;
      if (share === 0) continue;
      context.globalAlpha = opacity * Math.min(1, 0.35 + 0.65 * share);
      context.fillRect(column, row * laneHeight + 2, 1, laneHeight - 4);
    }
  }
  context.globalAlpha = 1;
}
