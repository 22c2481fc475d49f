import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';

const handlers = globSync('functions/{api,platform,events,realtime,workers}/**/*.ts');
const testOf = (handler: string): string => `test/${handler.replace(/\.ts$/, '.test.ts')}`;

test('every handler has its test file, under the same path', () => {
  expect(handlers.length).toBeGreaterThan(50);
  expect(handlers.map(testOf).filter((file) => !existsSync(file))).toEqual([]);
});

test('every test file of an HTTP handler is about one handler', () => {
  const known = new Set(handlers.map(testOf));
  const tests = globSync('test/functions/{api,platform}/**/*.ts');
  expect(tests.filter((file) => !known.has(file))).toEqual([]);
});

test('every middleware has its test file, under the same path', () => {
  const middlewares = globSync('lib/platform/{http/middleware,queue}/*.ts').filter(
    (file) => !/\/(middleware|receives)\.ts$/.test(file),
  );
  expect(middlewares.length).toBeGreaterThan(15);
  expect(middlewares.map(testOf).filter((file) => !existsSync(file))).toEqual([]);
});
