import { dirname } from 'node:path';
import { programOf, pythonPath } from './python.ts';
import { startServer } from '#local/processes/start-server.ts';

export type Cloud = {
  readonly url: string;
  /** The environment of programs that use AWS. Their own profiles and credentials do not apply. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => void;
};

/** Starts MiniStack, an emulator of AWS that we did not write, with an empty account. It keeps its files in `folder`. */
export const startMiniStack = async (folder: string): Promise<Cloud> => {
  const { url, stop } = await startServer((port) => ({
    command: ['python3', programOf('ministack')],
    env: {
      ...{ PYTHONPATH: pythonPath, HOME: folder, TMPDIR: folder, STATE_DIR: folder },
      ...{ GATEWAY_PORT: port, BIND_HOST: '127.0.0.1', MINISTACK_HOST: '127.0.0.1' },
      // Functions run as processes of the first `node` on the path.
      ...{ LAMBDA_EXECUTOR: 'local', PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
    },
    healthPath: '/_ministack/health',
  }));
  return {
    url,
    environment: {
      ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'us-east-1' },
      ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_SESSION_TOKEN: '', AWS_PROFILE: '' },
      ...{ HOME: folder, CDK_DISABLE_CLI_TELEMETRY: 'true', CI: '' },
    },
    stop,
  };
};
