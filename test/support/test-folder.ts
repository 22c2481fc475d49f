import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * A new folder. Inside a test, it is removed after the test. Outside, it is removed after the file or the `describe`, after
 * their other clean-ups.
 */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  // A process that was killed may still be writing.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
};
