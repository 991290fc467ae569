import { grouped, shellWord, stepsText } from './wording.js';

/**
 * The first damage in a log, with the message of `replay` and the number of intact steps.
 *
 * `kind` is `unfinished` for a log that is still being written or whose writer died, and otherwise
 * `truncated` or empty. `part` is `block 3`, `the index`, `the copy of the header` or `the end of
 * the log`.
 */
export function damageOf(fault, { part, offset, wholeSteps, path }) {
  const place = fault.kind === 'unfinished'
    ? `the recording was not finished; it has ${stepsText(wholeSteps)}, all whole.`
    : `${part} at offset ${grouped(offset)} is damaged: ${fault.message}. `
      + `${stepsText(wholeSteps)} before it ${wholeSteps === 1 ? 'is' : 'are'} whole.`;
  return {
    message: `${place}${remedy(fault, wholeSteps, path)}`,
    kind: fault.kind,
    intactSteps: wholeSteps,
  };
}

/** Returns the damage of a block that is whole, but does not contain steps of the log's types. */
export function badBlockOf(fault, { block, offset, wholeSteps }) {
  return {
    message: `block ${block} at offset ${offset} cannot be read: ${fault.message}. `
      + `The ${wholeSteps} steps before it are whole.`,
    kind: 'content',
    intactSteps: wholeSteps,
  };
}

/** Returns the name of a block within a sentence. */
export function blockName(number) {
  return `block ${grouped(number)}`;
}

function remedy(fault, wholeSteps, path) {
  if (wholeSteps === 0 && fault.kind === 'unfinished') return ' There is no step to recover.';
  if (wholeSteps === 0) return ' Nothing can be recovered; find a whole copy.';
  const it = wholeSteps === 1 ? 'it' : 'them';
  return ` \`reprise recover ${shellWord(path)} -o whole.reprise\` keeps ${it}.`;
}
