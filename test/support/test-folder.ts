import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, which is removed after the tests of the file or the describe that makes it, and after what they end. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};
