import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeDraft } from '#local/s3/drafts.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

test('writeDraft creates its file before it reads, so a source that fails leaves no file', async () => {
  const filesAtRead: number[] = [];
  const refused = (async function* () {
    filesAtRead.push(readdirSync(folder).length);
    yield Buffer.from('too large');
    throw new Error('EntityTooLarge');
  })();
  await expect(writeDraft(folder, refused)).rejects.toThrow('EntityTooLarge');
  expect([filesAtRead, readdirSync(folder)]).toEqual([[1], []]);
});
