import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cachedBuild } from '#cdk/constructs/cached-build.ts';

const name = `cached-build-test-${process.pid}`;
const source = join(import.meta.dirname, `${name}.txt`);
const sources = [`test/cdk/${name}.txt`];
let cache = '';
afterEach(() => {
  rmSync(source);
  rmSync(cache, { recursive: true });
});

const builder = () => {
  let builds = 0;
  const built = () => {
    const folder = cachedBuild(name, sources, (into) => {
      builds += 1;
      writeFileSync(join(into, 'result'), readFileSync(source));
    });
    cache = dirname(folder);
    return folder;
  };
  return { built, builds: () => builds };
};

test('a build is cached until its sources change', () => {
  const { built, builds } = builder();
  writeFileSync(source, 'one');
  const first = built();
  expect(built()).toBe(first);
  expect(builds()).toBe(1);
  writeFileSync(source, 'two');
  expect(readFileSync(join(built(), 'result'), 'utf8')).toBe('two');
  expect(readFileSync(join(first, 'result'), 'utf8')).toBe('one');
  expect(builds()).toBe(2);
});

test('a build that was not used for an hour is deleted', () => {
  const { built } = builder();
  writeFileSync(source, 'one');
  const first = built();
  const anHourAgo = new Date(Date.now() - 61 * 60 * 1000);
  utimesSync(first, anHourAgo, anHourAgo);
  writeFileSync(source, 'two');
  expect(basename(built())).not.toBe(basename(first));
  expect(() => readFileSync(join(first, 'result'))).toThrow('ENOENT');
});
