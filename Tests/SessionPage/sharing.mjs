// Compares the page's changes of shared values with those that the program prints.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { changeText, shownPath } from '../../Tools/SessionPage/Page/facts.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { reprise, temporaryFolder } from './program.mjs';
import { chunk, counted, headerOf, log } from './writer.mjs';

const bytes = (text) => [...new TextEncoder().encode(text)];
const field = (name, type) => ({ name, type });
const types = [
  {
    name: 'S',
    struct: [
      field('notes', { identifiedArray: { type: 1 } }), field('editor', { optional: { type: 2 } }),
      field('left', 'Int64'), field('right', 'Int64'),
    ],
  },
  { name: 'Note', struct: [field('id', 'Int64'), field('text', 'String')] },
  { name: 'Editor', struct: [field('note', { type: 1 })] },
  {
    name: 'SharedIdentity', struct: [field('root', 'Int64'), field('path', { array: { type: 4 } })],
  },
  {
    name: 'SharedStep',
    enum: [
      { name: 'field', payload: [{ type: 'String' }] },
      { name: 'element', payload: [field('id', { array: 'UInt8' })] },
      { name: 'wrapped', payload: [{ type: 'Int64' }] },
    ],
  },
];
const shared = [
  { in: 0, ...field('notes', { identifiedArray: { type: 1 } }) },
  { in: 0, ...field('left', 'Int64') }, { in: 0, ...field('right', 'Int64') },
  { in: 2, ...field('note', { type: 1 }) },
];
const note = (id, text) => [2 * id, ...counted(bytes(text))];
const state = [1, ...note(1, 'a'), 1, ...note(1, 'a'), 0, 0];
const list = [0, 0];
const row = [0, 2, 1, 1, 2, 2, 8];
const fromAToB = [2, 0, 0, ...counted(bytes('b'))];
const steps = [
  [8, 0, 3, 0, 1, 0, ...fromAToB, 2, 1, ...fromAToB],
  [8, 0, 12, 2, 2],
];

/** Returns a log whose keyframe has these references, by their offsets in the state. */
function logOf(references, header = { shared }) {
  const parts = references.flatMap(([offset, part]) => [offset, ...counted(part)]);
  const payload = [...counted(state), ...counted(parts), ...chunk(steps, [0, 1])];
  const whole = headerOf(types, {
    action: 'Bool', requires: ['sharedState', 'references'], supplements: [{ type: 3 }], ...header,
  });
  return log(whole, [{ payload, steps: steps.length }]);
}

/** Returns the changes of each step as the page shows them, and as `show` prints them. */
async function printed(folder, own) {
  const file = path.join(folder, 'shared.reprise');
  fs.writeFileSync(file, own);
  const session = await openSession(own);
  assert.equal(session.damage, null);
  const page = [1, 2].map((number) => session.changes(number)
    .filter((change) => !change.isRepeated)
    .map((change) => changeText(change, shownPath(change))).join(', '));
  const { stdout } = await reprise(['show', file]);
  const program = stdout.split('\n').slice(0, 2).map((line) => line.slice(44));
  return { page, program };
}

test('A change of a shared value is shown once, as by the program', async (context) => {
  const folder = temporaryFolder(context);
  const once = '$notes[id: 1].text: "a" → "b" (and at 1 other path)';
  const twice = 'notes[id: 1].text: "a" → "b", editor.note.text: "a" → "b"';
  const [left, right] = ['left: 0 → 1, right: 0 → 1', '$left: 0 → 1 (and at 1 other path)'];
  const cases = [
    // The offsets are those of the list, the row, and both numbers.
    [logOf([[0, list], [5, row], [8, [2, 0]], [9, [4, 0]]]), [once, left]],
    [logOf([[0, list], [5, row], [8, [2, 0]], [9, [2, 0]]]), [once, right]],
    [logOf([[0, list], [5, [6, 0]], [8, [2, 0]], [9, [4, 0]]]), [twice, left]],
    // A reference that the keyframe lacks is known to refer to a row.
    [logOf([[0, list]]), [once, left]],
    [logOf([]), [once, left]],
    [logOf([[0, list], [5, [255]], [8, [2, 0]], [9, [2, 9]]]), [once, left]],
    [logOf([[0, list], [5, row]], {}), [twice, left]],
  ];
  for (const [own, expected] of cases) {
    const { page, program } = await printed(folder, own);
    assert.deepEqual(page, expected);
    assert.deepEqual(program, expected);
  }
});
