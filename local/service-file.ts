import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';
import { writePrivate } from './first-key.ts';

type Facts = { base_url: string; api_key: string; project_id: string; console_url: string };

type Places = {
  /** Of this service; undefined keeps it in memory. */
  dataDir: string | undefined;
  /** Of the checkout, which many services may run from. */
  localDir: string;
  log: (line: string) => void;
};

/**
 * Writes what a program must know to use the service: into its data folder, and as service.json of the checkout unless
 * another service runs that wrote it. Of two services that run, that file tells of the first.
 */
export const writeServiceFiles = (facts: Facts, { dataDir, localDir, log }: Places): void => {
  const own = dataDir === undefined ? undefined : join(dataDir, 'service.json');
  if (own !== undefined) writePrivate(own, facts);
  mkdirSync(localDir, { recursive: true });
  const shared = join(localDir, 'service.json');
  // Held until this process ends.
  if (lockFile(join(localDir, 'service.lock'))) return writePrivate(shared, facts);
  const instead = own === undefined ? 'printed here only' : `in ${own}`;
  log(`${shared} tells of another Earshot that runs. The address and key of this one are ${instead}.`);
};
