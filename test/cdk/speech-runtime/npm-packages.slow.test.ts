import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpackPinned } from '#cdk/speech-runtime/npm-packages.ts';
import { testFolder } from '../../support/test-folder.ts';

const dir = testFolder();

test('a package is unpacked only if its content has the pinned integrity', async () => {
  const source = join(dir, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'some-package', version: '1.0.0' }));
  const attempt = (name: string, pinned: string): Promise<string> => {
    mkdirSync(join(dir, name));
    return unpackPinned(source, pinned, join(dir, name));
  };
  const refusal = await attempt('refused', 'sha512-other').then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(refusal).toContain(`${source} does not match its pinned integrity.`);
  expect(readdirSync(join(dir, 'refused'))).toEqual(['some-package-1.0.0.tgz']);

  const [pinned = ''] = /sha512-[\w+/]+=*(?=\.$)/.exec(refusal) ?? [];
  const folder = await attempt('taken', pinned);
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('some-package');
});
