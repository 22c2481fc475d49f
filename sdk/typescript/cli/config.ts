import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

export type Config = { readonly baseUrl: string; readonly apiKey: string };
export type Variables = Readonly<Record<string, string | undefined>>;

/** The path of the file in which `earshot login` stores address and key. A variable without a value counts as unset. */
export const configPath = (variables: Variables): string =>
  join(variables['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'earshot', 'config.json');

const stored = async (path: string): Promise<Partial<Config>> => {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is damaged. Run "earshot login" again.`);
  }
};

/** Reads address and key. The environment has precedence over `earshot login`. */
export const readConfig = async (variables: Variables): Promise<Config> => {
  const { EARSHOT_BASE_URL, EARSHOT_API_KEY } = variables;
  const kept = await stored(configPath(variables));
  const baseUrl = EARSHOT_BASE_URL || kept.baseUrl;
  const apiKey = EARSHOT_API_KEY || kept.apiKey;
  if (baseUrl === undefined || apiKey === undefined)
    throw new UsageError('Run "earshot login", or set EARSHOT_BASE_URL and EARSHOT_API_KEY.');
  return { baseUrl, apiKey };
};

/** Stores address and key in a new file that only this user can read, because an old file would keep its permissions. */
export const writeConfig = async (path: string, config: Config): Promise<void> => {
  const fresh = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, path);
};
