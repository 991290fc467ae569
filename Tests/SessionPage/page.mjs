// The parts of the page that need no document: selection, list, search, and names.
import assert from 'node:assert/strict';
import test from 'node:test';

import { formatAddress, parseAddress } from '../../Tools/SessionPage/Page/address.js';
import { CallBars } from '../../Tools/SessionPage/Page/callBars.js';
import { CauseIndex, causeChain } from '../../Tools/SessionPage/Page/causes.js';
import { SessionFacts } from '../../Tools/SessionPage/Page/facts.js';
import { matchRanges, wordsIn } from '../../Tools/SessionPage/Page/highlight.js';
import { ListLayout } from '../../Tools/SessionPage/Page/listLayout.js';
import { PageModel } from '../../Tools/SessionPage/Page/model.js';
import { changeIndex, pathEnds } from '../../Tools/SessionPage/Page/paths.js';
import { pauseBefore } from '../../Tools/SessionPage/Page/playback.js';
import { failureStep, logResult, resultLine, sideBySide, verdictText }
  from '../../Tools/SessionPage/Page/results.js';
import { listRows, rowIndex, sessionRows } from '../../Tools/SessionPage/Page/rows.js';
import { Screens } from '../../Tools/SessionPage/Page/screens.js';
import { Search, parseQuery } from '../../Tools/SessionPage/Page/search.js';
import { TreeState, treeRows } from '../../Tools/SessionPage/Page/treeRows.js';
import { clockText, cut, lineText, shortIdentities, visible }
  from '../../Tools/SessionPage/Page/visible.js';

/**
 * A session of steps `{ startedBy, action, wholeAction, changes, time }`, with a later start and
 * gaps.
 */
function session(steps, { start = 0, gaps = [] } = {}) {
  const last = start + steps.length + gaps.reduce((sum, gap) => sum + gap.last - gap.first + 1, 0);
  const numbers = [];
  for (let number = start + 1; number <= last; number += 1) {
    if (!gaps.some((gap) => number >= gap.first && number <= gap.last)) numbers.push(number);
  }
  const step = (number) => {
    const own = steps[numbers.indexOf(number)];
    if (own === undefined) return { kind: 'lost', action: 'lost', startedBy: null, cause: number };
    const startedBy = own.startedBy || null;
    const cause = startedBy === null ? number : step(startedBy).cause;
    const action = own.action || 'tap';
    return {
      kind: 'action', action, wholeAction: action, time: 0, changesState: true, ...own,
      startedBy, cause,
    };
  };
  const changes = (number) => steps[numbers.indexOf(number)].changes || [];
  const callsOf = (number) => (steps[numbers.indexOf(number)] || {}).calls || [];
  return { start, last, gaps, count: steps.length, hasStates: true, step, changes, callsOf };
}

/** Returns the model of a session, and the numbers that it lists. */
function opened(log, step = null) {
  const model = new PageModel();
  model.open(log, 0, step, null);
  const listed = () => Array.from(
    { length: model.rows.length }, (_, index) => model.rows.at(index));
  return { model, listed };
}

const chain = () => session([{}, { startedBy: 1 }, {}, { startedBy: 2 }, { startedBy: 3 }]);

test('An address contains the selection, and its invalid parts are ignored', () => {
  const place = { step: 12, path: 'products[id: "a&b"].name', log: 0 };
  assert.deepEqual(parseAddress(formatAddress(place)), place);
  assert.equal(formatAddress({ step: 1, path: null, log: null }), '#step=1');
  assert.deepEqual(parseAddress('#step=-1&path=&log=x'), { step: null, path: null, log: null });
});

test('Lost steps share one row', () => {
  const rows = sessionRows(session([{}, {}, {}], { gaps: [{ first: 3, last: 1_000_002 }] }));
  const numbers = Array.from({ length: rows.length }, (_, index) => rows.at(index));
  assert.deepEqual(numbers, [0, 1, 2, 3, 1_000_003]);
  assert.deepEqual([-1, 0, 2, 3, 500, 1_000_003, 9e9].map(rows.floor), [-1, 0, 2, 3, 3, 4, 4]);
});

test('A row is found by its number', () => {
  const rows = listRows([2, 5, 9]);
  assert.deepEqual([1, 2, 4, 5, 10].map(rows.floor), [-1, 0, 0, 1, 2]);
  assert.deepEqual([rowIndex(rows, 5), rowIndex(rows, 6)], [1, -1]);
});

test('Causes lists the consequences and the causes of a step', () => {
  const log = chain();
  const index = new CauseIndex(log);
  assert.ok(index.advance(sessionRows(log), 1000, () => 0));
  assert.deepEqual(index.descendants(1, 10), [2, 4]);
  assert.deepEqual(index.descendants(1, 1), [2]);
  assert.deepEqual(causeChain(log, 4, 10), [1, 2, 4]);
});

test('A search for causes stops when its time is up, and continues later', () => {
  const log = session(Array.from({ length: 2000 }, () => ({})));
  const index = new CauseIndex(log);
  let time = 0;
  const now = () => { time += 1; return time; };
  assert.equal(index.advance(sessionRows(log), 1, now), false);
  assert.ok(index.known < 2000);
  assert.equal(index.advance(sessionRows(log), 1e9, now), true);
});

test('Folded effects are hidden under their action until one is selected', () => {
  const { model, listed } = opened(chain(), 4);
  model.foldAll(true);
  assert.deepEqual(listed(), [0, 1, 3]);
  assert.equal(model.step, 1);
  model.toggleFold(3);
  assert.deepEqual(listed(), [0, 1, 3, 5]);
  model.select(4);
  assert.deepEqual(listed(), [0, 1, 2, 3, 4, 5]);
});

test('Effects whose action is older than the log start their own chains', () => {
  const { model, listed } = opened(session([{ startedBy: 10 }, {}], { start: 20 }));
  model.foldAll(true);
  assert.deepEqual(listed(), [20, 21, 22]);
  assert.equal(model.goToCause(), false);
});

/** A session of six steps. The second and the fifth have calls. */
function callSession() {
  const calls = new Map([[2, ['a', 'b', 'c']], [5, ['d']]]);
  return {
    ...session(Array.from({ length: 6 }, () => ({}))),
    callsOf: (number) => calls.get(number) || [], stepsWithCalls: [2, 5],
  };
}

/** Returns the rows of a list as numbers, and as `2.1` for the second call of step 2. */
function arranged(model) {
  const layout = new ListLayout(model);
  const rows = Array.from({ length: layout.length }, (_, place) => layout.at(place));
  rows.forEach(({ index, call }, place) => {
    if (call < 0) assert.equal(layout.place(index), place);
  });
  return rows.map(({ index, call }) => (
    call < 0 ? `${model.rows.at(index)}` : `${model.rows.at(index)}.${call}`)).join(' ');
}

test('Calls are folded below their step until they are shown', () => {
  const { model } = opened(callSession());
  assert.equal(arranged(model), '0 1 2 3 4 5 6');
  model.toggleCalls(2);
  assert.equal(arranged(model), '0 1 2 2.0 2.1 2.2 3 4 5 6');
  model.toggleCalls(3);
  assert.equal(arranged(model), '0 1 2 2.0 2.1 2.2 3 4 5 6');
  model.showAllCalls(true);
  assert.equal(arranged(model), '0 1 2 2.0 2.1 2.2 3 4 5 5.0 6');
  model.toggleCalls(2);
  assert.equal(arranged(model), '0 1 2 3 4 5 5.0 6');
  model.setFound('x', [2, 5], null);
  assert.equal(arranged(model), '2 5 5.0');
  model.showAllCalls(false);
  assert.equal(arranged(model), '2 5');
});

test('A layout is made again after a change of rows or calls', () => {
  const { model } = opened(callSession());
  const layout = new ListLayout(model);
  assert.ok(layout.isOf(model));
  model.toggleCalls(5);
  assert.ok(!layout.isOf(model));
  assert.ok(!new ListLayout(opened(callSession()).model).isOf(model));
});

test('The bars of calls cover the pixels from their start to their end', () => {
  const bars = new CallBars(10, 2);
  for (const [lane, from, to] of [[0, 1, 3], [0, 2.5, 4], [0, 8, 8], [1, -5, 99], [0, 9, 2]]) {
    bars.add(lane, from, to);
  }
  const found = [];
  bars.forEach((...bar) => found.push(bar));
  assert.deepEqual(found, [[0, 1, 4], [0, 8, 2], [1, 0, 10]]);
});

test('Moving follows the listed steps, and stops at the ends', () => {
  const { model } = opened(chain(), 3);
  model.setFound('tap', [1, 2, 5], null);
  model.move(-1);
  assert.equal(model.step, 2);
  model.move(1);
  assert.equal(model.step, 5);
  model.move(1);
  assert.equal(model.step, 5);
  model.first();
  assert.equal(model.step, 1);
});

test('Views are notified only when the model changes', () => {
  const { model } = opened(chain(), 1);
  const told = [];
  model.observe((what) => told.push(what));
  model.select(1);
  model.select(99);
  assert.deepEqual([told, model.step], [['step'], 5]);
});

test('A search requires every word, in actions or in changes', () => {
  const log = session([
    {
      action: 'list.rename("Milk")', changes: [{ path: 'list[0].name', old: '""', new: '"Milk"' }],
    },
    {
      action: 'list.tap', wholeAction: 'list.presented.tap',
      changes: [{ path: 'count', old: '1', new: '2' }],
    },
  ]);
  const find = (query) => {
    const search = new Search(log, sessionRows(log), query);
    search.advance(1000, () => 0);
    return search.found;
  };
  assert.deepEqual(find('LIST'), [1, 2]);
  assert.deepEqual(find('list milk'), [1]);
  assert.deepEqual(find('path:list'), [1]);
  assert.deepEqual(find('action:tap'), [2]);
  assert.deepEqual(find('action:presented'), [2]);
  assert.deepEqual(find('list.presented.tap'), [2]);
  assert.deepEqual(find('2 path:count'), [2]);
  assert.deepEqual(parseQuery('"a b" path:"c d" :'), [
    { field: 'any', text: 'a b' }, { field: 'path', text: 'c d' }, { field: 'any', text: ':' },
  ]);
});

/** A call with the texts that a search reads. */
function foundCall(step, lineText) {
  return { step, lineText };
}

test('A search finds calls, and those of a word that only calls may have', () => {
  const calls = [foundCall(1, 'client.find("Milk") → 3'), foundCall(1, 'clock.sleep(20 ms) → ()')];
  const log = session([{ action: 'list.load', calls }, { action: 'find' }]);
  const find = (query) => {
    const search = new Search(log, sessionRows(log), query);
    search.advance(1000, () => 0);
    return [search.found, [...search.calls].map(([step, set]) => [step, [...set]])];
  };
  assert.deepEqual(find('FIND'), [[1, 2], [[1, [calls[0]]]]]);
  assert.deepEqual(find('call:find'), [[1], [[1, [calls[0]]]]]);
  assert.deepEqual(find('call:"20 ms" list'), [[1], [[1, [calls[1]]]]]);
  assert.deepEqual(find('milk sleep'), [[1], [[1, calls]]]);
  assert.deepEqual(find('action:find'), [[2], []]);
  assert.deepEqual(find('call:list'), [[], []]);
});

test('The list shows the calls that a search found until they are folded', () => {
  const { model } = opened(callSession());
  const call = foundCall(2, '');
  model.setFound('x', [2, 5], new Map([[2, new Set([call])]]));
  assert.equal(arranged(model), '2 2.0 2.1 2.2 5');
  assert.deepEqual([call, foundCall(2, ''), foundCall(5, '')].map((one) => model.isFoundCall(one)),
    [true, false, false]);
  model.toggleCalls(2);
  model.toggleCalls(5);
  assert.equal(arranged(model), '2 5 5.0');
  model.setFound('x', [2, 5], new Map([[2, new Set([call])]]));
  assert.equal(arranged(model), '2 5 5.0');
  model.setFound('', null, null);
  assert.equal(arranged(model), '0 1 2 3 4 5 5.0 6');
});

test('The ends of a path are those of its parts, whatever is in brackets', () => {
  const path = 'a.b[id: "x.y[1]"].c order';
  assert.deepEqual(pathEnds(path).map((end) => path.slice(0, end)),
    ['a', 'a.b', 'a.b[id: "x.y[1]"]', 'a.b[id: "x.y[1]"].c', path]);
});

test('Changes are sorted into changed, added and removed values', () => {
  const { changed, removed, holders } = changeIndex([
    { path: 'a.b', old: '1', new: '2' }, { path: 'a.c[0]', old: '7', new: null },
  ]);
  assert.deepEqual([...changed.keys()], ['a.b']);
  assert.deepEqual([...removed.keys()], ['a.c']);
  assert.deepEqual([...holders].sort(), ['a', 'a.c']);
});

test('A tree shows a limited number of children, and those that changed', () => {
  const leaf = (index) => ({ path: `l[${index}]`, expandable: false, childCount: 0, text: '' });
  const root = { path: 'l', expandable: true, childCount: 500, text: '' };
  const children = () => Array.from({ length: 500 }, (_, index) => leaf(index));
  const state = new TreeState();
  const index = changeIndex([{ path: 'l[400]', old: '1', new: '2' }]);
  const rows = treeRows([root], children, index, state);
  assert.equal(rows.length, 1 + 100 + 1 + 1);
  assert.equal(rows[101].path, 'l[400]');
  assert.deepEqual([rows[102].kind, rows[102].count], ['more', 400]);
  state.setOpen('l', false);
  assert.equal(treeRows([root], children, index, state).length, 1);
});

test('Words are found in any case, and matches that touch are one', () => {
  const ranges = (text, ...words) => matchRanges(text, words)
    .map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(ranges('Milk and milk', 'milk'), ['Milk', 'milk']);
  assert.deepEqual(ranges('abcabc', 'abc', 'bc'), ['abcabc']);
  assert.deepEqual(ranges('aXbXc', 'b', 'a'), ['a', 'b']);
  // The lowercase form of this letter is longer.
  assert.deepEqual(ranges('İ milk', 'milk'), []);
  assert.deepEqual(wordsIn('path:a action:b call:c d', 'action'), ['b', 'd']);
});

test('A screen is built from the changed rows', () => {
  const steps = [[0, [[0, 0], [1, 1]], 2]];
  for (let number = 1; number <= 200; number += 1) steps.push([number * 2, [[1, number % 2]], 2]);
  steps.push([500, [], 1]);
  const screens = new Screens({ width: 3, styles: [{}], lines: [[['a', 0]], [['b', 0]]], steps });
  const text = (number) => screens.screen(number).map(([[piece]]) => piece).join('');
  assert.deepEqual([399, 400, 0, 1, 2, 3, 4, 500, 900].map(text),
    ['ab', 'aa', 'ab', 'ab', 'ab', 'ab', 'aa', 'a', 'a']);
});

test('Differing lines are side by side', () => {
  const text = (line) => (line === null ? null : line.text);
  const rows = sideBySide(['  a', '- b', '- c', '+ d', '  e', '+ f']);
  assert.deepEqual(rows.map((pair) => pair.map(text)),
    [['a', 'a'], ['b', 'd'], ['c', null], ['e', 'e'], [null, 'f']]);
});

test('A result is found in any container', () => {
  const own = { verdict: 'state diverged', divergence: { step: 1200 } };
  assert.equal(logResult({ logs: [own] }), own);
  assert.equal(logResult(own), own);
  assert.equal(failureStep({ verdict: 'crashed', crash: { step: 3 } }), 3);
  assert.equal(resultLine(own), 'state diverged at step 1,200');
  assert.equal(verdictText('stateDiverged'), 'state diverged');
});

test('The state of a step that ended the app is the state before it', () => {
  // Step 4 was lost, and the recorded app ended in step 6.
  const numbers = [0, 1, 2, 3, 5, 6];
  const step = (number) => ({ unfinished: number === 6 });
  const model = new PageModel();
  model.session = { start: 0, step, hasStates: true, changes: (number) => [`change ${number}`] };
  model.all = listRows(numbers);
  const facts = new SessionFacts(model, () => null, () => '');
  const shown = (result) => {
    facts.useResult(result);
    return numbers.map((number) => [facts.stateNote(number), facts.stateStep(number),
      facts.markedChanges(number)].join());
  };
  const unfinished = 'before step 6,5,';
  const expected = ['at the beginning,0,', 'after step 1,1,change 1', 'after step 2,2,change 2',
    'after step 3,3,change 3', 'after step 5,5,change 5', unfinished];
  const crash = { verdict: 'crashed', crash: { step: 5 } };
  assert.deepEqual(shown(null), expected);
  assert.deepEqual(shown(crash), [...expected.slice(0, 4), 'before step 5,3,', unfinished]);
  // Effects run after their step.
  assert.deepEqual(shown({ ...crash, crash: { step: 5, effect: 1 } }), expected);
  assert.deepEqual(shown({ ...crash, crash: { step: 0 } }), expected);
  assert.deepEqual(shown({ verdict: 'state diverged', divergence: { step: 5 } }), expected);
});

test('Control and direction characters are escaped', () => {
  assert.equal(visible('a\u202eb\u0007\u200d\u2028'), 'a\\u{202e}b\\u{7}\u200d\\u{2028}');
  assert.equal(cut('ab😀', 3), 'ab');
  assert.equal(lineText('x'.repeat(1e6), 3), 'xxx…');
  assert.equal(
    shortIdentities('p[id: "9C9DBD0C-9BE1-422A-9295-5018C3354A1E"].x'), 'p[id: 9C9DBD0C…].x');
});

test('Times are formatted like a clock', () => {
  assert.deepEqual(
    [0, 61_234, 3_600_000].map(clockText), ['00:00.000', '01:01.234', '1:00:00.000']);
  const log = session([{ time: 5 }, { time: 50 }, { time: 1e9 }]);
  assert.deepEqual([pauseBefore(log, 1, 2), pauseBefore(log, 2, 3)], [45, 3000]);
});
