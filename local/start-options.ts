import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectDir } from './project-script.ts';

type StartOptions = {
  readonly port: number;
  /** The folder for all state. Undefined if no data is stored. */
  readonly dataDir: string | undefined;
};

const usage =
  'Usage: npm start -- [--port N] [--data-dir DIR] [--memory]. Port 0 is any free one. With --memory no data is stored.';

/**
 * The options of `npm start`. A relative data folder is relative to the user's current folder. Throws an error with the usage.
 */
export const readStartOptions = (
  args: readonly string[],
  { PORT, INIT_CWD = '.' }: Readonly<Record<string, string | undefined>>,
): StartOptions => {
  const { port = PORT || '8787', 'data-dir': dir = join(projectDir, '.local/data'), memory } = parse(args);
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new Error(`${port} is not a valid port. Use a number from 0 to 65535.`);
  return { port: Number(port), dataDir: memory ? undefined : resolve(INIT_CWD, dir) };
};

const parse = (args: readonly string[]) => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { port: text, 'data-dir': text, memory: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
};
