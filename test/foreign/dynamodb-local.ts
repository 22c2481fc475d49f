import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';
import { type StartedServer, startServer } from './start-server.ts';

const pom = join(import.meta.dirname, 'pom.xml');
const packages = join(import.meta.dirname, '../../.local/cache/foreign-java');

const canRun = (program: string): boolean =>
  spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;

/** Why DynamoDB Local cannot run here, or undefined when it can. */
export const noJava = canRun('java') && canRun('mvn') ? undefined : 'There is no Java with Maven.';

/** Installs DynamoDB Local, once. */
export const installDynamoDbLocal = (): void => {
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${packages}`];
  installOnce(packages, pom, () => execFileSync('mvn', ['-q', '-B', '-f', pom, ...copy]));
};

/** Starts an empty DynamoDB Local in memory, with a database for each access key. */
export const startDynamoDbLocal = (): Promise<StartedServer> =>
  startServer((port) => ({
    command: [
      'java',
      // The optimizing compiler takes longer than these tests: 53 s with it, 18 s without.
      ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
      ...[`-Djava.library.path=${packages}`, '-cp', join(packages, '*')],
      'com.amazonaws.services.dynamodbv2.local.main.ServerRunner',
      ...['-inMemory', '-disableTelemetry', '-port', port],
    ],
  }));
