import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';
import { testFolder } from '../support/test-folder.ts';

let shared = '';
beforeEach(() => {
  shared = testFolder();
});

/** The folder of a killed stack: its files and an unlocked lock file. */
const leftover = (name: string): string => {
  const dir = join(shared, name);
  mkdirSync(join(dir, 'assembly'), { recursive: true });
  writeFileSync(join(dir, 'lock'), '');
  writeFileSync(join(dir, 'assembly', 'index.mjs'), '');
  return dir;
};

test('a TMPDIR that does not exist is named, with the remedy', () => {
  expect(() => makeScratch('/no/such/folder')).toThrow(/\/no\/such\/folder, does not exist\. Set TMPDIR/);
});

test('a stack keeps its folder while other stacks start and stop', () => {
  const first = makeScratch(shared);
  writeFileSync(join(first.dir, 'index.mjs'), 'bundle');
  const second = makeScratch(shared);
  second.remove();
  makeScratch(shared).remove();
  expect(existsSync(join(first.dir, 'index.mjs'))).toBe(true);
  first.remove();
  expect(readdirSync(shared)).toEqual([]);
});

test('a starting stack removes the folders of killed stacks, also partly removed ones, and no others', () => {
  leftover('earshot-stack-1');
  leftover('earshot-stack-2.removed');
  mkdirSync(join(shared, 'earshot-stack-3'));
  const others = [leftover('other-program'), leftover('earshot-scratch-1')];
  const { dir, remove } = makeScratch(shared);
  expect(readdirSync(shared).map((name) => join(shared, name))).toEqual(
    expect.arrayContaining([dir, ...others]),
  );
  expect(readdirSync(shared)).toHaveLength(3);
  remove();
});

test.skipIf(process.getuid?.() !== 0)('the folder of another user is not removed', () => {
  const theirs = leftover('earshot-stack-1');
  chownSync(theirs, 1, 1);
  makeScratch(shared).remove();
  expect(existsSync(join(theirs, 'assembly', 'index.mjs'))).toBe(true);
});
