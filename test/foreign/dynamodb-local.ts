import { execFileSync, spawnSync } from 'node:child_process';

/** The reason why DynamoDB Local cannot run here. Undefined if it can. */
export const noJava =
  spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'There is no Java with Maven.';

/** Installs DynamoDB Local once, like the set-up on platforms without a DynamoDB from npm. */
export const installDynamoDbLocal = (): void =>
  void execFileSync(process.execPath, ['local/setup.mjs'], {
    env: { ...process.env, EARSHOT_DYNAMODB: 'java' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
