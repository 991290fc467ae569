import { Screens } from './screens.js';

// The milliseconds between two requests, and the number of screens that are kept.
const PAUSE = 100;
const MAX_SCREENS = 500;

/**
 * The app's screens of a served log. The server draws a screen when its step is selected; the
 * drawn ones are kept.
 */
export class ServedScreens {
  /** `drawn` is called when a screen has arrived. */
  constructor(address, drawn) {
    this.address = address;
    this.drawn = drawn;
    this.kept = new Map();
    this.wanted = null;
    this.isWaiting = false;
  }

  /**
   * Returns the screen after a step, null until the server has drawn it, or undefined if it cannot.
   */
  screen(number) {
    const screens = this.kept.get(number);
    if (screens !== undefined) return screens === null ? undefined : screens.screen(number);
    this.wanted = number;
    if (!this.isWaiting) this.request();
    return null;
  }

  /** Requests the wanted screen. While the selection moves, steps in between are skipped. */
  async request() {
    const number = this.wanted;
    this.wanted = null;
    this.isWaiting = true;
    try {
      const response = await fetch(`${this.address}&step=${number}`);
      const screens = response.ok ? await response.json() : null;
      if (this.kept.size >= MAX_SCREENS) this.kept.clear();
      this.kept.set(number, screens === null ? null : new Screens(screens));
      this.drawn();
    } catch (error) {
      // The server has ended. The screens drawn so far stay.
    }
    setTimeout(() => {
      this.isWaiting = false;
      if (this.wanted !== null) this.request();
    }, PAUSE);
  }
}

/** Returns the result of a served log that is finished, or null if there is none. */
export async function servedResult(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch (error) {
    return null;
  }
}
