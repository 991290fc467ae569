const THEMES = ['system', 'light', 'dark'];
const STORAGE_KEY = 'reprise-theme';
const LANE_COLORS = 12;

/** The theme: light, dark, or that of the system. Stored if the browser allows it. */
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
      // A page from a file may have no storage, so the choice is lost.
    }
    this.apply();
  }

  apply() {
    const ofSystem = this.system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = this.name === 'system' ? ofSystem : this.name;
    this.cache = null;
    this.changed();
  }

  /** Returns the colors for a canvas. */
  colors() {
    if (this.cache === null) {
      const style = getComputedStyle(document.documentElement);
      const color = (name) => style.getPropertyValue(`--${name}`).trim();
      this.cache = {
        text: color('text'), muted: color('muted'), line: color('line'),
          accent: color('accent'),
        danger: color('danger'), change: color('change-ink'),
        lanes: Array.from({ length: LANE_COLORS }, (_, index) => color(`lane-${index}`)),
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
