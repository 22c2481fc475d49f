import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';

let shared = '';
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'shared-'));
});
afterEach(() => rmSync(shared, { recursive: true, force: true }));

/** What a stack that was killed leaves: its files, and a lock that nobody holds. */
const leftover = (name: string): string => {
  const dir = join(shared, name);
  mkdirSync(join(dir, 'assembly'), { recursive: true });
  writeFileSync(join(dir, 'lock'), '');
  writeFileSync(join(dir, 'assembly', 'index.mjs'), '');
  return dir;
};

test('a stack keeps its folder while others start and stop beside it', () => {
  const first = makeScratch(shared);
  writeFileSync(join(first.dir, 'index.mjs'), 'bundle');
  const second = makeScratch(shared);
  second.remove();
  makeScratch(shared).remove();
  expect(existsSync(join(first.dir, 'index.mjs'))).toBe(true);
  first.remove();
  expect(readdirSync(shared)).toEqual([]);
});

test('what killed stacks left behind is removed by the next one, half removed folders too, and nothing else', () => {
  leftover('earshot-stack-1');
  leftover('earshot-stack-2.removed');
  mkdirSync(join(shared, 'earshot-stack-3'));
  const others = [leftover('somebody-else'), leftover('earshot-scratch-1')];
  const { dir, remove } = makeScratch(shared);
  expect(readdirSync(shared).map((name) => join(shared, name))).toEqual(
    expect.arrayContaining([dir, ...others]),
  );
  expect(readdirSync(shared)).toHaveLength(3);
  remove();
});

test.skipIf(process.getuid?.() !== 0)('the folder of another user is left to that user', () => {
  const theirs = leftover('earshot-stack-1');
  chownSync(theirs, 1, 1);
  makeScratch(shared).remove();
  expect(existsSync(join(theirs, 'assembly', 'index.mjs'))).toBe(true);
});
