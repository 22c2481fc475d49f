import { dirname } from 'node:path';
import { programOf, pythonPath } from './python.ts';
import { startServer } from '#local/processes/start-server.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

export type Cloud = {
  readonly url: string;
  /** The environment of programs that use AWS. The user's own profiles and credentials do not apply. */
  readonly environment: Readonly<Record<string, string>>;
  /** The options for AWS's own clients. */
  readonly clientOptions: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: typeof credentials;
  };
  /**
   * Calls a service whose client is no dependency. `target` is its name and version with the operation. Returns the text of the
   * response.
   */
  readonly ask: (target: string, input: unknown) => Promise<string>;
  readonly stop: () => void;
};

/** Starts MiniStack, a third-party emulator of AWS, with an empty account. It keeps its files in `folder`. */
export const startMiniStack = async (folder: string): Promise<Cloud> => {
  const { url, stop } = await startServer((port) => ({
    command: ['python3', programOf('ministack')],
    env: {
      PYTHONPATH: pythonPath,
      HOME: folder,
      TMPDIR: folder,
      STATE_DIR: folder,
      GATEWAY_PORT: port,
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      // Functions run as processes of the first `node` on the path.
      LAMBDA_EXECUTOR: 'local',
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    },
    healthPath: '/_ministack/health',
  }));
  const region = 'us-east-1';
  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: '',
      AWS_PROFILE: '',
      HOME: folder,
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      CI: '',
    },
    clientOptions: { endpoint: url, region, credentials },
    ask: async (target, input) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
        body: JSON.stringify(input),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${target} answered ${response.status}: ${text}`);
      return text;
    },
    stop,
  };
};
