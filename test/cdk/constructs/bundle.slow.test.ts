import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtBundles } from '#cdk/constructs/bundle.ts';

const folder = builtBundles();
const files = globSync('**/index.mjs', { cwd: folder });

test('no function imports node:http, which would load an HTTP client that it does not need', () => {
  const importing = files.filter((file) =>
    /\b(from|import)\(?"(node:)?http"/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(importing).toEqual([]);
});

test('no function looks for credentials elsewhere than in its variables', () => {
  const looking = files.filter((file) =>
    /AWS_CONTAINER_CREDENTIALS|AWS_WEB_IDENTITY_TOKEN_FILE|credential_process/.test(
      readFileSync(join(folder, file), 'utf8'),
    ),
  );
  expect(looking).toEqual([]);
});
