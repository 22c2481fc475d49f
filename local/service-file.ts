import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';
import { writePrivate } from './write-private.ts';

type ServiceInfo = {
  readonly base_url: string;
  readonly api_key: string;
  readonly project_id: string;
  readonly console_url: string;
};

type Folders = {
  /** Data folder of this service. Undefined for a service in memory. */
  readonly dataDir: string | undefined;
  /** Folder of the checkout, which several services may share. */
  readonly localDir: string;
  readonly log: (line: string) => void;
};

/**
 * Writes service.json with the address and key of the service into its data folder and into the checkout. If another running
 * service has written the checkout's file, that file stays as it is.
 */
export const writeServiceFiles = (info: ServiceInfo, { dataDir, localDir, log }: Folders): void => {
  const own = dataDir === undefined ? undefined : join(dataDir, 'service.json');
  if (own !== undefined) writePrivate(own, info);
  mkdirSync(localDir, { recursive: true });
  const shared = join(localDir, 'service.json');
  // Locked until this process ends.
  if (lockFile(join(localDir, 'service.lock'))) return writePrivate(shared, info);
  const location = own === undefined ? 'only printed here' : `in ${own}`;
  log(`${shared} belongs to another running Earshot. The address and key of this one are ${location}.`);
};
