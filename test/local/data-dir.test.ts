import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataDir } from '#local/data-dir.ts';
import { firstKey } from '#local/first-key.ts';
import { testFolder } from '../support/test-folder.ts';

test('a data folder that cannot be made is named, with what to do about it', () => {
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  expect(() => openDataDir(file)).toThrow(`The data folder ${file} cannot be used`);
  expect(() => openDataDir(join(file, 'below'))).toThrow('--data-dir');
});

test.each(['', '{"api_key":', '{}'])(
  'a damaged service.json is named, with what to do about it: %j',
  async (text) => {
    const dir = testFolder();
    writeFileSync(join(dir, 'service.json'), text);
    const stack: any = { outputs: {} };
    await expect(firstKey(stack, dir)).rejects.toThrow(`${join(dir, 'service.json')} is damaged. Delete it`);
  },
);
