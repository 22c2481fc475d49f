import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A new folder. It is removed after the test, or the tests of the file or describe, that it is made in, and after what they end. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  // A process that was killed may still be writing.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
};
