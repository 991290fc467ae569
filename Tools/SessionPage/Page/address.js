/**
 * Parses the selection in an address: `#step=12&path=counter.count&log=0`. Ignores invalid parts.
 */
export function parseAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name) => {
    const text = fields.get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const path = fields.get('path');
  return { step: number('step'), path: path === '' ? null : path, log: number('log') };
}

/** Returns an address that selects a step, a path and a log. */
export function formatAddress({ step, path, log }) {
  const fields = new URLSearchParams();
  if (step !== null) fields.set('step', String(step));
  if (path !== null) fields.set('path', path);
  if (log !== null) fields.set('log', String(log));
  return `#${fields}`;
}
