import { Earshot } from '../client.ts';
import { type Config, configPath, type Variables, writeConfig } from './config.ts';
import type { Prompt } from './prompt.ts';
import type { Terminal } from './terminal.ts';

type Surroundings = {
  readonly terminal: Terminal;
  readonly prompt: () => Prompt;
  readonly signal: AbortSignal;
};

/** Asks for a missing address or key, checks that the key works, and stores both. */
export const login = async (
  given: Partial<Config>,
  variables: Variables,
  { terminal, prompt, signal }: Surroundings,
): Promise<void> => {
  const { baseUrl, apiKey } = await complete(given, prompt);
  const { transcriptions } = new Earshot({ baseUrl, apiKey });
  const first = await transcriptions.list({ limit: 1 }, { signal }).next();
  const path = configPath(variables);
  await writeConfig(path, { baseUrl, apiKey });
  terminal.say(`The key works${first.done ? '' : ` (${first.value.mode} mode)`}. It is stored in ${path}.`);
};

const complete = async ({ baseUrl, apiKey }: Partial<Config>, open: () => Prompt): Promise<Config> => {
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl, apiKey };
  const prompt = open();
  try {
    return {
      baseUrl: baseUrl ?? (await prompt.ask('Address of the service: ')),
      apiKey: apiKey ?? (await prompt.ask('API key (it is not shown): ', 'secret')),
    };
  } finally {
    prompt.close();
  }
};
