import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProgram } from '../processes/start-server.ts';
import { projectDir } from '../project-script.ts';

/** The paths of Amazon's DynamoDB Local, which runs without AWS. */
export type DynamoDbLocal = { readonly java: string; readonly jars: string };

/** DynamoDB Local, if `install.ts` has put it into the folder. */
export const installedDynamoDbLocal = (): DynamoDbLocal | undefined => {
  const dir = join(projectDir, '.local/dynamodb');
  const java = join(dir, 'java');
  return existsSync(java) ? { java: readFileSync(java, 'utf8'), jars: join(dir, 'jars') } : undefined;
};

/** The command that runs DynamoDB Local on a port, on the files in `dataDir` or in memory. */
export const dynamoDbLocal = (
  { java, jars }: DynamoDbLocal,
  port: string,
  dataDir: string | undefined,
): ServerProgram => {
  const files = dataDir === undefined ? undefined : join(dataDir, 'dynamodb');
  if (files !== undefined) mkdirSync(files, { recursive: true });
  return {
    // Without this locale, Java decodes file names as ASCII.
    env: { LC_ALL: 'C.UTF-8' },
    command: [
      java,
      // The optimizing compiler takes longer than a test: 53 s with it, 18 s without.
      ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
      `-Djava.io.tmpdir=${temporaryFolder(jars)}`,
      ...['-cp', join(jars, '*'), 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'],
      ...(files === undefined ? ['-inMemory'] : ['-dbPath', files]),
      ...['-disableTelemetry', '-port', port],
    ],
  };
};

/**
 * The temporary folder of DynamoDB Local. It unpacks a library of 1 MB there at each start, and leaves it behind if it is
 * killed. Removes older copies here, which does not disturb a process that has already loaded one.
 */
const temporaryFolder = (jars: string): string => {
  const folder = join(jars, '../tmp');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > 60_000) rmSync(join(folder, name), { force: true });
  }
  return folder;
};
