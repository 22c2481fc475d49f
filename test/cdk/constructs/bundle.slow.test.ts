import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtBundles } from '#cdk/constructs/bundle.ts';

const folder = builtBundles();
const files = globSync('**/index.mjs', { cwd: folder });
const filesWith = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(join(folder, file), 'utf8')));

test('no function imports node:http, which would load an HTTP client that it does not need', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(filesWith(/\b(from|import)\(?"(node:)?http"/)).toEqual([]);
});

test('no function looks for credentials elsewhere than in its variables', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(filesWith(/AWS_CONTAINER_CREDENTIALS|AWS_WEB_IDENTITY_TOKEN_FILE|credential_process/)).toEqual([]);
});

test('errors that are named after their class have that name in the log', () => {
  const named = filesWith(/this\.name=this\.constructor\.name/);
  expect(named.length).toBeGreaterThan(0);
  expect(named).toEqual(filesWith(/"OperationProcessingError"/));
});
