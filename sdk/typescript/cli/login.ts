import { createInterface } from 'node:readline/promises';
import { Earshot } from '../client.ts';
import { type Config, configPath, type Variables, writeConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** Asks for what is missing, sees that the key works, and keeps both. */
export const login = async (
  given: Partial<Config>,
  variables: Variables,
  terminal: Terminal,
): Promise<void> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const baseUrl = given.baseUrl ?? (await lines.question('Address of the service: ')).trim();
    const apiKey = given.apiKey ?? (await lines.question('API key: ')).trim();
    const first = await new Earshot({ baseUrl, apiKey }).transcriptions.list({ limit: 1 }).next();
    const path = configPath(variables);
    await writeConfig(path, { baseUrl, apiKey });
    terminal.say(`The key works${first.done ? '' : ` (${first.value.mode} mode)`}. It is kept in ${path}.`);
  } finally {
    lines.close();
  }
};
