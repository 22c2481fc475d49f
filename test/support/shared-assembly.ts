import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch } from '#local/scratch.ts';
import { synthesize } from '#local/synth.ts';

/** Names the folder that the test files of a run share. */
const variable = 'EARSHOT_TEST_ASSEMBLIES';

/**
 * The folder with the app synthesized with this context, outside the project. The test files of a run share it, because a
 * synthesis takes seconds. Undefined outside a run.
 */
export const sharedAssembly = async (context: Record<string, string> = {}): Promise<string | undefined> => {
  const shared = process.env[variable];
  if (shared === undefined) return undefined;
  const name = createHash('sha256').update(JSON.stringify(context)).digest('hex');
  const assembly = join(shared, name);
  if (existsSync(assembly)) return assembly;
  const fresh = mkdtempSync(join(shared, 'fresh-'));
  await synthesize(fresh, context);
  try {
    renameSync(fresh, assembly);
  } catch (error) {
    // Another worker synthesized the same app at the same time.
    if (!existsSync(assembly)) throw error;
  }
  return assembly;
};

/**
 * Vitest calls `setup` before the tests, and its result after them. It also builds the bundles before workers would build them
 * concurrently.
 */
export const setup = async (): Promise<() => void> => {
  if (process.env[variable] !== undefined) return () => {};
  const { dir, remove } = makeScratch();
  process.env[variable] = dir;
  await sharedAssembly();
  return remove;
};
