// Tests which log is shown if the user chooses a second log while the first is being read.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { LogOpener } from '../../Tools/SessionPage/Page/logOpener.js';
import { root } from './program.mjs';

const tour = fs.readFileSync(path.join(root, 'Tests/Sessions/tour.reprise'));

/** An element that keeps what is written into it. */
class Element {
  dataset = {};
  replaceChildren(...children) { this.children = children; }
  append() {}
}

/** Returns an opener of a page with one log, and the titles of the logs that it showed. */
function page() {
  const elements = new Map([['log-0', { textContent: tour.toString('base64') }]]);
  globalThis.document = {
    createElement: () => new Element(),
    getElementById(id) {
      if (!elements.has(id)) elements.set(id, new Element());
      return elements.get(id);
    },
  };
  const shown = [];
  const app = {
    report: { logs: [{ name: 'own', log: 'log-0', bytes: tour.length, result: null }] },
    model: { clear() {} },
    showSession(session, { title }) { shown.push(title); },
    turnTo(name) { shown.push(name); },
  };
  return { opener: new LogOpener(app), shown };
}

/** Returns a file whose bytes arrive when a function is called, and that function. */
function file(name, bytes) {
  let arrive = null;
  const buffer = new Promise((resolve, reject) => {
    arrive = () => (bytes === null ? reject(new Error('gone')) : resolve(bytes));
  });
  return { file: { name, arrayBuffer: () => buffer }, arrive };
}

test('the file that was chosen last is shown, in whatever order their bytes arrive', async () => {
  for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]]) {
    const { opener, shown } = page();
    const files = [file('whole', tour), file('damaged', Buffer.from('x')), file('last', tour)];
    const opened = files.map((each) => opener.openFile(each.file));
    for (const index of order) {
      files[index].arrive();
      await opened[index];
    }
    assert.deepEqual(shown, ['last']);
  }
});

test('a file that cannot be read is refused, unless another one was chosen since', async () => {
  const { opener, shown } = page();
  const [gone, last] = [file('gone', null), file('last', tour)];
  const opened = [opener.openFile(gone.file), opener.openFile(last.file)];
  for (const each of [last, gone]) each.arrive();
  await Promise.all(opened);
  assert.deepEqual(shown, ['last']);
  const again = file('gone', null);
  again.arrive();
  await opener.openFile(again.file);
  assert.deepEqual(shown, ['last', 'viewer']);
});

test('a log of the page and a file replace each other only if they were chosen later', async () => {
  for (const isFileLast of [true, false]) {
    const { opener, shown } = page();
    const chosen = file('file', tour);
    const choices = [() => opener.openLog(0, null), () => opener.openFile(chosen.file)];
    const opened = (isFileLast ? choices : choices.reverse()).map((choose) => choose());
    chosen.arrive();
    await Promise.all(opened);
    assert.deepEqual(shown, [isFileLast ? 'file' : 'own']);
  }
});

test('a log that is still being read does not replace the overview', async () => {
  const { opener, shown } = page();
  const chosen = file('file', tour);
  const opened = opener.openFile(chosen.file);
  opener.abandon();
  chosen.arrive();
  await opened;
  assert.deepEqual(shown, []);
});
