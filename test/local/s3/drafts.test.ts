import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeDraft } from '#local/s3/drafts.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-drafts-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
