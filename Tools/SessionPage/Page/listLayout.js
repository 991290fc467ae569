import { rowIndex } from './rows.js';

/**
 * The rows of the list: those of the model, each followed by the calls of its step if they are
 * shown.
 */
export class ListLayout {
  constructor(model) {
    this.rows = model.rows;
    this.version = model.callsVersion;
    /** The steps whose calls are shown: the index of the row, and the number of calls up to it. */
    this.open = [];
    let total = 0;
    for (const number of model.openCallSteps) {
      const index = rowIndex(this.rows, number);
      const count = index < 0 ? 0 : model.session.callsOf(number).length;
      if (count === 0) continue;
      this.open.push({ index, before: total, count });
      total += count;
    }
    this.length = this.rows.length + total;
  }

  /** Returns whether the layout is that of the model's current rows and calls. */
  isOf(model) {
    return this.rows === model.rows && this.version === model.callsVersion;
  }

  /** Returns the place in the list of a row of the model. */
  place(index) {
    const found = this.last((own) => own.index < index);
    return found === null ? index : index + found.before + found.count;
  }

  /** Returns the row at a place: the index in the model's rows, and that of the call or -1. */
  at(place) {
    const found = this.last((own) => own.index + own.before < place);
    if (found === null) return { index: place, call: -1 };
    const call = place - found.index - found.before - 1;
    if (call < found.count) return { index: found.index, call };
    return { index: place - found.before - found.count, call: -1 };
  }

  /** Returns the last step with shown calls that precedes a place, or `null`. */
  last(precedes) {
    let low = 0;
    let high = this.open.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (precedes(this.open[middle])) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : this.open[low - 1];
  }
}
