// The rules by which all modules of the page can stand in one script, one behind the other.
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
const importStatement = /^import \{[^{}]*\} from '(\.[^']*\.js)';$/gm;

test('Modules import names as they are, and export what stands at the top', () => {
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

test('What stands at the top of a module has a name that no other has', () => {
  const owners = new Map();
  for (const file of modules) {
    const text = fs.readFileSync(file, 'utf8');
    const declarations = text.matchAll(
      /^(?:export )?(?:async )?(?:function\*?|class|const|let) (?:\{([^}]*)\}|\[([^\]]*)\]|(\w+))/gm);
    for (const [, object, list, name] of declarations) {
      for (const own of (name || object || list).split(/[\s,]+/).filter(Boolean)) {
        assert.equal(owners.get(own), undefined, `'${own}' stands in ${file} too`);
        owners.set(own, file);
      }
    }
  }
});

test('Imports lead to a module that exports the name, and never round in a circle', () => {
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
        const declaration = new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm');
        assert.match(exported, declaration, `${imported} has no '${name}' for ${file}`);
      }
      visit(imported, [...way, file]);
    }
    state.set(file, 'done');
  };
  modules.forEach((file) => visit(file, []));
});
