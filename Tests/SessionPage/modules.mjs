// The rules that allow the modules of the page to be concatenated to one script.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { root } from './program.mjs';

const page = path.join(root, 'Tools/SessionPage');
const modules = ['Reader', 'Page'].map((folder) => path.join(page, folder))
  .filter((folder) => fs.existsSync(folder))
  .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => file.endsWith('.js'));
const declaration = new RegExp('^(?:export )?(?:async )?(?:function\\*?|class|const|let) '
  + '(?:\\{([^}]*)\\}|\\[([^\\]]*)\\]|(\\w+))', 'gm');
const importStatement = /^import \{[^{}]*\} from '(\.[^']*\.js)';$/gm;

test('Modules import names without renaming, and export only top-level declarations', () => {
  for (const file of modules) {
    const text = fs.readFileSync(file, 'utf8');
    const rest = text.replace(importStatement, '');
    assert.doesNotMatch(rest, /^import\b/m, file);
    assert.doesNotMatch(text, /^import \{[^}]*\bas\b/m, file);
    for (const line of rest.split('\n').filter((one) => one.startsWith('export'))) {
      assert.match(line, /^export (?:async )?(?:function|class|const) \w/, `${file}: ${line}`);
    }
  }
});

test('Top-level declarations have unique names across all modules', () => {
  const owners = new Map();
  for (const file of modules) {
    const text = fs.readFileSync(file, 'utf8');
    const declarations = text.matchAll(declaration);
    for (const [, object, list, name] of declarations) {
      for (const own of (name || object || list).split(/[\s,]+/).filter(Boolean)) {
        assert.equal(owners.get(own), undefined, `'${own}' is also declared in ${file}`);
        owners.set(own, file);
      }
    }
  }
});

test('Imports refer to a module that exports the name, and have no cycles', () => {
  const state = new Map();
  const visit = (file, way) => {
    assert.notEqual(state.get(file), 'open', `${way.join(' → ')} → ${file} is a circle`);
    if (state.has(file)) return;
    state.set(file, 'open');
    const text = fs.readFileSync(file, 'utf8');
    for (const [statement, place] of text.matchAll(importStatement)) {
      const imported = path.resolve(path.dirname(file), place);
      const exported = fs.readFileSync(imported, 'utf8');
      for (const name of statement.match(/\{([^}]*)\}/)[1].split(/[\s,]+/).filter(Boolean)) {
        const own = new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm');
        assert.match(exported, own, `${imported} has no '${name}' for ${file}`);
      }
      visit(imported, [...way, file]);
    }
    state.set(file, 'done');
  };
  modules.forEach((file) => visit(file, []));
});
