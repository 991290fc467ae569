// The program with which the page's reader must agree, and the logs to compare.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.resolve(root, process.env.REPRISE || '.build/debug/reprise');
const maxOutput = 1 << 30;

/** Runs the program, and returns its output and its exit status. */
export function reprise(words, { cwd = root, input = '' } = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program, words, { cwd, maxBuffer: maxOutput }, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else resolve({ code: error ? error.code : 0, stdout, stderr });
      });
    // A program that needs no input may already have ended.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Calls a function for each element, a few at a time. */
export async function inParallel(things, call, width = 4) {
  let next = 0;
  const work = async () => {
    while (next < things.length) {
      const index = next;
      next += 1;
      await call(things[index], index);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** Returns all logs in folders of the project, as paths relative to the project. */
export function logs(folders = ['Tests', 'Examples']) {
  const found = [];
  const walk = (folder) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const inside = path.join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) walk(inside);
      else if (entry.name.endsWith('.reprise')) found.push(inside);
    }
  };
  folders.forEach(walk);
  return found.sort();
}

/** Returns the bytes of a file of the project. */
export function bytesOfFile(name) {
  return new Uint8Array(fs.readFileSync(path.resolve(root, name)));
}

/** Creates a folder that is removed when the test ends. */
export function temporaryFolder(test) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'session-page-'));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Returns the messages of one call of `replay` for several files, by their names.
 *
 * The message excludes the name. It is `null` if the log was replayed to its end.
 */
export async function replayMessages(folder, files) {
  for (const [name, bytes] of files) fs.writeFileSync(path.join(folder, name), bytes);
  const { stdout } = await reprise(['replay', '--json', '.'], { cwd: folder });
  const messages = new Map();
  for (const { path: log, message, verdict } of JSON.parse(stdout).logs) {
    const name = log.replace(/^\.\//, '');
    messages.set(name, { verdict, message: message ? message.slice(log.length + 2) : null });
  }
  for (const name of files.keys()) fs.rmSync(path.join(folder, name));
  return messages;
}
