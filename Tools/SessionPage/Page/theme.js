const THEMES = ['system', 'light', 'dark'];
const STORAGE_KEY = 'reprise-theme';
const LANE_COLOURS = 12;

/** Light, dark, or as the system is; remembered where the browser lets a page remember. */
export class Theme {
  constructor(changed) {
    this.changed = changed;
    this.cache = null;
    this.name = remembered();
    this.system = matchMedia('(prefers-color-scheme: dark)');
    this.apply();
    this.system.addEventListener('change', () => this.apply());
  }

  next() {
    this.name = THEMES[(THEMES.indexOf(this.name) + 1) % THEMES.length];
    try {
      localStorage.setItem(STORAGE_KEY, this.name);
    } catch (error) {
      // A page from a file may have no storage; then it forgets.
    }
    this.apply();
  }

  apply() {
    const ofSystem = this.system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = this.name === 'system' ? ofSystem : this.name;
    this.cache = null;
    this.changed();
  }

  /** The colours for a canvas. */
  colours() {
    if (this.cache === null) {
      const style = getComputedStyle(document.documentElement);
      const colour = (name) => style.getPropertyValue(`--${name}`).trim();
      this.cache = {
        text: colour('text'), muted: colour('muted'), line: colour('line'),
          accent: colour('accent'),
        danger: colour('danger'), change: colour('change-ink'),
        lanes: Array.from({ length: LANE_COLOURS }, (_, index) => colour(`lane-${index}`)),
      };
    }
    return this.cache;
  }
}

function remembered() {
  try {
    const name = localStorage.getItem(STORAGE_KEY);
    return THEMES.includes(name) ? name : 'system';
  } catch (error) {
    return 'system';
  }
}
