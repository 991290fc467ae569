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

/** Parses the filter of an overview in an address: `#name=tour&verdict=damaged`. */
export function parseFilter(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return { text: fields.get('name') || '', kind: fields.get('verdict') || null };
}

/** Returns an address that filters an overview. */
export function formatFilter({ text, kind }) {
  const fields = new URLSearchParams();
  if (text !== '') fields.set('name', text);
  if (kind !== null) fields.set('verdict', kind);
  return `#${fields}`;
}
