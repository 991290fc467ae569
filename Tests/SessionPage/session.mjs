// Compares the queries of a session in the page's reader with the output of the program.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { parsePath } from '../../Tools/SessionPage/Reader/paths.js';
import { openSession } from '../../Tools/SessionPage/Reader/session.js';
import { valueText } from '../../Tools/SessionPage/Reader/text.js';
import { keyframe, smallBlocks } from './blocks.mjs';
import { sameStates, sameSteps } from './comparing.mjs';
import { bytesOfFile, inParallel, logs, reprise, temporaryFolder } from './program.mjs';
import { randomLog } from './randomlogs.mjs';
import { chunk, counted, headerOf, joined, log, takenApart, varint } from './writer.mjs';

const tour = 'Tests/Sessions/tour.reprise';

/** Returns the paths of all values in a state, as named in its tree. */
function paths(session, number, maxLevels = 4) {
  const found = [];
  const visit = (node, level) => {
    for (const child of session.children(node)) {
      found.push(child.path);
      if (level < maxLevels) visit(child, level + 1);
    }
  };
  visit(session.outline(session.state(number)), 1);
  return [...new Set(found)];
}

test('The history of each value equals the output of `trace`', async () => {
  const names = ['tour', 'shopping-list', 'alerts'].map((name) => `Tests/Sessions/${name}.reprise`);
  for (const name of names) {
    const session = await openSession(bytesOfFile(name));
    const all = [...new Set([...paths(session, session.last), ...paths(session, session.start)])];
    assert.ok(all.length > 20);
    await inParallel(all, async (one) => {
      const { stdout, code } = await reprise(['trace', name, one, '--json']);
      assert.equal(code, 0, one);
      const steps = JSON.parse(stdout).entries.map(({ step }) => step);
      assert.deepEqual(session.history(one).map(({ number }) => number), steps, one);
    });
  }
});

test('The history of a value has its old and new texts', async () => {
  const session = await openSession(bytesOfFile(tour));
  const history = session.history('counter.count');
  assert.deepEqual(history[0], { number: 1, old: '0', new: '1' });
  assert.deepEqual(history[2], { number: 6, old: '2', new: '3' });
  assert.equal(session.next('counter.count', 2), 6);
  assert.equal(session.next('counter.count', 0), 1);
  assert.equal(session.previous('counter.count', 6), 2);
  assert.equal(session.previous('counter.count', 1), null);
  assert.equal(session.next('counter.count', session.last), null);
});

test('A path in a change or a tree leads to the value that is shown there', async () => {
  for (const name of logs(['Tests/Sessions'])) {
    const session = await openSession(bytesOfFile(name));
    if (!session.hasStates) continue;
    const visit = (node, state) => {
      const place = parsePath(node.path, session.header.state);
      const text = valueText(place.value(state), place.type);
      assert.equal(text, valueText(node.inner, node.innerType), node.path);
      session.children(node).forEach((child) => visit(child, state));
    };
    const root = session.outline(session.state(session.last));
    session.children(root).forEach((child) => visit(child, session.state(session.last)));
    for (let number = session.start + 1; number <= session.last; number += 1) {
      for (const change of session.changes(number)) {
        const place = parsePath(change.path, session.header.state);
        const value = place.value(session.state(number));
        if (change.new !== null && place.type.kind === session.header.state.kind) continue;
        // Members of sets have the path of the set, and list indices refer to one of two states.
        if (value !== undefined && change.old !== null && change.new !== null) {
          const text = valueText(value, place.type);
          assert.equal(text, change.new, `${name} ${number} ${change.path}`);
        }
      }
    }
  }
});

test('The cause of each step is the one that `why` prints', async () => {
  for (const name of ['Tests/Sessions/app.reprise', 'Tests/Sessions/step-tracker-chase.reprise']) {
    const session = await openSession(bytesOfFile(name));
    const numbers = Array.from({ length: session.count }, (_, index) => index + 1);
    await inParallel(numbers, async (number) => {
      const { stdout } = await reprise(['why', name, `${number}`, '--json']);
      const { causes } = JSON.parse(stdout);
      const first = causes.length > 0 ? Math.min(...causes.map((cause) => cause.number)) : number;
      assert.equal(session.step(number).cause, first, `${name} ${number}`);
    });
  }
});

test('Times are relative to the first step', async () => {
  const session = await openSession(bytesOfFile(tour));
  let time = 0;
  for (let number = 1; number <= session.last; number += 1) {
    if (number > 1) time += session.step(number).elapsed;
    assert.equal(session.step(number).time, time);
  }
  assert.ok(time > 0);
});

test('A recovered log has gaps, whose steps are lost', async (context) => {
  const folder = temporaryFolder(context);
  const file = path.join(folder, 'damaged.reprise');
  const golden = bytesOfFile('Tests/Sessions/counter-limits.reprise');
  const { header } = takenApart(golden);
  const blocks = await smallBlocks(golden, 2);
  const session = await openSession(log(header, blocks));
  // The third block starts with a keyframe, so that the blocks after it can be recovered.
  const payload = [...keyframe(session, 6), ...blocks[3].payload];
  blocks[3] = { ...blocks[3], payload, flags: 1 };
  const whole = log(header, blocks);
  const { members } = takenApart(whole);
  const start = joined(members.slice(0, 2).map(({ bytes }) => bytes)).length;
  whole[start + 60] ^= 0xff;
  fs.writeFileSync(file, whole);
  const recovered = path.join(folder, 'recovered.reprise');
  await reprise(['recover', file, '-o', recovered]);
  const found = await openSession(new Uint8Array(fs.readFileSync(recovered)));
  assert.equal(found.damage, null);
  assert.deepEqual(found.gaps, [{ first: 3, last: 6 }]);
  assert.equal(found.step(4).kind, 'lost');
  assert.equal(found.step(7).kind, 'action');
  assert.equal(found.count, session.count - 4);
  assert.equal(found.last, session.last);
  assert.equal(found.stateJSON(4), null);
  assert.equal(found.stateJSON(6), session.stateJSON(6));
  await sameSteps(found, recovered);
  await sameStates(found, recovered);
});

test('The first step of a ring has a later number', async () => {
  let rings = 0;
  for (let seed = 1; seed < 12; seed += 1) {
    const session = await openSession(randomLog(seed));
    if (session.start === 0) continue;
    rings += 1;
    assert.equal(session.start, 999);
    assert.equal(session.step(session.start).kind, 'lost');
    assert.notEqual(session.stateJSON(session.start), null);
    assert.equal(session.stateJSON(session.start - 1), null);
    assert.deepEqual(session.gaps, []);
    assert.equal(session.count, session.last - session.start);
  }
  assert.ok(rings > 0);
});

test('Marks are steps with their text', async () => {
  const session = await openSession(
    bytesOfFile('Examples/StockService/Tests/StockTests/Sessions/orders.reprise'));
  const marks = [];
  for (let number = session.start + 1; number <= session.last; number += 1) {
    const step = session.step(number);
    if (step.kind === 'mark') marks.push([step.mark, step.action, step.name]);
  }
  assert.equal(marks.length, 2);
  for (const [mark, action, name] of marks) {
    assert.equal(action, `mark: ${mark}`);
    assert.equal(name, '');
  }
});

test('An unfinished step is the last, and has no state', async () => {
  const golden = bytesOfFile('Tests/Sessions/counter.reprise');
  const { header } = takenApart(golden);
  const blocks = (await smallBlocks(golden, 5)).slice(0, 2);
  const action = blocks[1].payload;
  const unfinished = { payload: chunk([[16, 4, 0]], [0]), steps: 1 };
  assert.ok(action.length > 0);
  const session = await openSession(log(header, [...blocks, unfinished]));
  assert.equal(session.damage, null);
  assert.equal(session.step(11).unfinished, true);
  assert.equal(session.step(10).unfinished, false);
  assert.equal(session.stateJSON(11), null);
  assert.notEqual(session.stateJSON(10), null);
  const another = { payload: chunk([[0, 4, 0]], [0]), steps: 1 };
  const more = await openSession(log(header, [...blocks, unfinished, another]));
  assert.match(more.damage.message, /the app ended in a step that other steps follow/);
});

test('States share the parts that a step did not change', async () => {
  const session = await openSession(bytesOfFile(tour));
  const { fields } = session.header.state;
  const index = fields.findIndex(({ name }) => name === 'shoppingList');
  assert.equal(session.state(1)[index], session.state(2)[index]);
});

test('A tree has a line for each part of a value', async () => {
  const session = await openSession(bytesOfFile(tour));
  const root = session.outline(session.state(17));
  const counter = session.children(root).find(({ key }) => key === 'counter');
  assert.equal(counter.path, 'counter');
  assert.equal(counter.type, 'CounterFeature.State');
  const alert = session.children(counter).find(({ key }) => key === 'alert');
  assert.equal(alert.text, 'PrimeAlert(n: 7, prime: 17)');
  assert.equal(alert.type, 'PrimeAlert?');
  assert.ok(alert.expandable);
  assert.deepEqual(
    session.children(alert).map((node) => node.path), ['counter.alert.n', 'counter.alert.prime']);
});

test('A tree names the values of a case by their labels or by the case', async () => {
  const values = (...names) => names.map((name) => (name ? { name, type: 'Bool' }
    : { type: 'Bool' }));
  const payloads = [values('first', 'second'), values(null, null), values(null, 'second'),
    values(null), values('only')];
  const types = [
    { name: 'S', struct: payloads.map((_, index) => ({ name: `f${index}`, type: { type: 1 } })) },
    { name: 'E', enum: payloads.map((payload, index) => ({ name: `c${index}`, payload })) }];
  const state = payloads.flatMap((payload, index) => [index, ...payload.map(() => 1)]);
  const bytes = log(headerOf(types), [{ payload: [...counted(state), 0], steps: 0 }]);
  const session = await openSession(bytes);
  const names = session.children(session.outline(session.state(0)))
    .map((node) => session.children(node).map(({ key, path }) => `${key} at ${path}`));
  assert.deepEqual(names, [
    ['first at f0.c0.first', 'second at f0.c0.second'], ['c1.0 at f1.c1.0', 'c1.1 at f1.c1.1'],
    ['c2.0 at f2.c2.0', 'second at f2.c2.second'], ['c3 at f3.c3'], ['only at f4.c4.only']]);
});

test('A tree of random values leads to each value by its path', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const session = await openSession(randomLog(seed));
    const state = session.state(session.last);
    const visit = (node) => {
      const place = parsePath(node.path, session.header.state);
      const text = valueText(node.inner, node.innerType);
      const found = valueText(place.value(state), place.type);
      const stripped = (one) => one.replace(/Optional\(|\)|\(/g, '');
      assert.equal(stripped(found), stripped(text), `${seed} ${node.path}`);
      assert.ok(node.text.length < 200 && node.type.length > 0);
      session.children(node).forEach(visit);
    };
    session.children(session.outline(state)).forEach(visit);
  }
});

test('A tree shows only the start of a very long value', async () => {
  const text = '\u{1f600}'.repeat(250000);
  const state = counted([...new TextEncoder().encode(text)]);
  const types = [{ name: 'S', struct: [{ name: 'text', type: 'String' }] }];
  const bytes = log(headerOf(types), [{ payload: [...counted(state), 0], steps: 0 }]);
  const session = await openSession(bytes);
  const [node] = session.children(session.outline(session.state(0)));
  assert.ok(node.text.length < 200);
  assert.match(node.text, /^"\u{1f600}+…$/u);
});

test('States of long lists do not change, in whatever order they are read', async () => {
  const types = [{ name: 'S', struct: [{ name: 'a', type: { array: 'Bool' } }] }];
  const header = headerOf(types, { action: 'Bool' });
  const first = new Array(200).fill(0);
  const models = [first];
  const rows = [];
  for (let number = 1; number <= 300; number += 1) {
    const list = models[number - 1].slice();
    const place = number * 37 % 150;
    if (number % 5 === 0) {
      list.splice(place, 0, 1);
      rows.push([8, 0, 1, 1, ...varint(place), 0, 1, 1]);
    } else if (number % 5 === 1) {
      list.splice(place, 1);
      rows.push([8, 0, 1, 1, ...varint(place), 1, 0]);
    } else {
      list[place] = 1 - list[place];
      rows.push([8, 0, 1, 0, 1, ...varint(place)]);
    }
    models.push(list);
  }
  const bytes = log(header, [{
    payload: [
      ...counted([...varint(200), ...first]), 0, ...chunk(rows, rows.map((_, index) => index)),
    ],
    steps: rows.length,
  }]);
  const session = await openSession(bytes);
  assert.equal(session.damage, null);
  assert.equal(session.history('a').length, 300);
  const states = new Map();
  for (let step = 0; step <= 300; step += 1) {
    const number = step * 101 % 301;
    states.set(number, session.state(number));
    session.changes(Math.max(number - 1, 1));
    session.history(`a[${step % 200}]`);
  }
  states.forEach(([list], number) => {
    assert.deepEqual(list.map(Number), models[number], `${number}`);
  });
});

test('The reader knows the states in a log of level `actions`', async (context) => {
  const folder = temporaryFolder(context);
  const file = path.join(folder, 'actions.reprise');
  const input = 'counter.incrTapped\ncounter.incrTapped\ncounter.decrTapped\n';
  const words = ['record', file, '--level', 'actions', '--script', '-', '--data-dir', folder];
  await reprise(words, { input });
  const session = await openSession(new Uint8Array(fs.readFileSync(file)));
  assert.equal(session.header.level, 'actions');
  assert.ok(session.count >= 3);
  assert.equal(session.hasStates, false);
  assert.notEqual(session.stateJSON(0), null);
  assert.deepEqual(session.changes(1), []);
  assert.deepEqual(session.history('counter.count'), []);
  await sameSteps(session, file);
  await sameStates(session, file);
});

test('Every state of a log of many blocks equals the output of `show`', async (context) => {
  const folder = temporaryFolder(context);
  const file = path.join(folder, 'long.reprise');
  const lines = Array.from({ length: 6000 }, (_, index) => (
    index % 3 === 0 ? `sendMessage.textChanged("${'Milk '.repeat(index % 7)}${index}")`
      : index % 50 === 1 ? 'shoppingList.addProduct' : 'counter.incrTapped'));
  const words = ['record', file, '--script', '-', '--data-dir', folder];
  await reprise(words, { input: `${lines.join('\n')}\n` });
  const session = await openSession(new Uint8Array(fs.readFileSync(file)));
  assert.equal(session.damage, null);
  assert.ok(session.states.blocks.length > 2);
  const numbers = Array.from({ length: 60 }, (_, index) => (index * 1013) % (session.last + 1));
  numbers.push(session.last);
  await inParallel(numbers, async (number) => {
    const { stdout } = await reprise(['show', file, '--at', `${number}`, '--json']);
    assert.equal(`{"state":${session.stateJSON(number)},"step":${number}}\n`, stdout);
  });
  await sameSteps(session, file);
});
