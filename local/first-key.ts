import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { runScript } from './project-script.ts';
import type { RunningStack } from './stack.ts';
import { writePrivate } from './write-private.ts';

const Key = z.object({ project_id: z.string(), api_key: z.string() });
export type Key = z.infer<typeof Key>;

/** The first project and its API key. They are created once per data folder and stored there. */
export const firstKey = async (stack: RunningStack, dataDir: string | undefined): Promise<Key> => {
  const file = dataDir === undefined ? undefined : join(dataDir, 'service.json');
  if (file !== undefined && existsSync(file)) return readKey(file);
  const table = stack.outputs['EarshotData']?.['TableName'] ?? '';
  const printed = await runScript('cdk/create-api-key.ts', ['--table', table], stack.operatorEnvironment);
  const key = Key.parse(JSON.parse(printed));
  if (file !== undefined) writePrivate(file, key);
  return key;
};

const readKey = (file: string): Key => {
  try {
    return Key.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} is damaged. Delete it, and the next start makes a new project and its key.`, {
      cause,
    });
  }
};
