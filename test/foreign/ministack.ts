import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#local/ports.ts';
import { killGroup, spawnGuarded } from '#local/processes/guarded.ts';
import { programOf, pythonPath } from './python.ts';

export type Cloud = {
  readonly url: string;
  /** The environment of programs that use AWS. Their own profiles and credentials do not apply. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => void;
};

/** Starts MiniStack, an emulator of AWS that we did not write, with an empty account. It keeps its files in `folder`. */
export const startMiniStack = async (folder: string): Promise<Cloud> => {
  const port = String(await freePort());
  const child = spawnGuarded(['python3', programOf('ministack')], {
    env: {
      ...{ PYTHONPATH: pythonPath, HOME: folder, TMPDIR: folder, STATE_DIR: folder },
      ...{ GATEWAY_PORT: port, BIND_HOST: '127.0.0.1', MINISTACK_HOST: '127.0.0.1' },
      // Functions run as processes of the first `node` on the path.
      ...{ LAMBDA_EXECUTOR: 'local', PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output = `${output}${chunk}`.slice(-5000)));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`MiniStack did not start.\n${output}`);
    await delay(100);
  }
  return {
    url,
    environment: {
      ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'us-east-1' },
      ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_SESSION_TOKEN: '', AWS_PROFILE: '' },
      ...{ HOME: folder, CDK_DISABLE_CLI_TELEMETRY: 'true', CI: '' },
    },
    stop: () => killGroup(child),
  };
};

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  );
