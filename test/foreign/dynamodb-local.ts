import { execFileSync, spawnSync } from 'node:child_process';

/** Why DynamoDB Local cannot run here, or undefined when it can. */
export const noJava =
  spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'There is no Java with Maven.';

/** Installs DynamoDB Local, once, as the set-up does where npm has no DynamoDB. */
export const installDynamoDbLocal = (): void =>
  void execFileSync(process.execPath, ['local/setup.mjs'], {
    env: { ...process.env, EARSHOT_DYNAMODB: 'java' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
