import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Earshot } from '../client.ts';
import { EarshotError } from '../errors.ts';
import { readConfig, type Variables } from './config.ts';
import { jobs } from './jobs.ts';
import { listen } from './listen.ts';
import { live, samplesOf } from './live.ts';
import { login } from './login.ts';
import { Interrupted, type Prompt } from './prompt.ts';
import type { Terminal } from './terminal.ts';
import type { Format } from './text-files.ts';
import { transcribe } from './transcribe.ts';
import { usage } from './usage.ts';
import { isSystemError, UsageError } from './usage-error.ts';

const help = `earshot: transcribes recordings and live speech

  earshot login [--base-url URL] [--api-key KEY]
      Keeps the address of a service and a key. EARSHOT_BASE_URL and EARSHOT_API_KEY come first.

  earshot transcribe FILE|FOLDER|PATTERN… [--txt] [--srt] [--vtt] [--json] [--out FOLDER]
      [--language TAG]… [--vocabulary FILE] [--model NAME]
      Prints the texts, or writes a file for each format beside the recording or into --out.
      The same command continues a run that was cut.

  earshot jobs [--status STATUS] [--reference ID] [--max 20] [--json]
      Lists the newest jobs. Times are UTC.

  earshot usage [--start DAY] [--end DAY] [--charges] [--json]
      What was used by day, key and language, or what each job cost. Days and times are UTC.

  earshot listen --forward URL [--secret whsec_…]
      Posts the end of each of the newest 100 jobs to an address of this machine, signed like a webhook.

  earshot live FILE|- [--language TAG]…
      Transcribes while it is spoken: a recording, or 16-bit samples at 16 kHz on standard input.`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const parsed = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      txt: flag,
      srt: flag,
      vtt: flag,
      json: flag,
      out: text,
      help: { ...flag, short: 'h' },
      language: texts,
      vocabulary: text,
      model: text,
      status: text,
      reference: text,
      max: text,
      start: text,
      end: text,
      charges: flag,
      forward: text,
      secret: text,
      'base-url': text,
      'api-key': text,
    },
  });
type Parsed = ReturnType<typeof parsed>;

const oneOf = <Value extends string>(name: string, allowed: readonly Value[], given: string | undefined) => {
  const found = allowed.find((value) => value === given);
  if (given !== undefined && found === undefined)
    throw new UsageError(`--${name} is one of ${allowed.join(', ')}.`);
  return found;
};

const formats: readonly Format[] = ['txt', 'srt', 'vtt', 'json'];
const statuses = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;

/** Checks the model against the models of the deployment. */
const modelOf = async (earshot: Earshot, given: string | undefined, signal: AbortSignal) => {
  if (given === undefined || given === 'auto') return undefined;
  const { models } = await earshot.capabilities({ signal });
  return oneOf(
    'model',
    models.map(({ name }) => name),
    given,
  );
};

type World = {
  readonly variables: Variables;
  readonly terminal: Terminal;
  /** Opens the terminal or the pipe that answers questions. */
  readonly prompt: () => Prompt;
  readonly signal: AbortSignal;
};

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const commands: Readonly<
  Record<string, (earshot: Earshot, given: Parsed, world: World) => Promise<number | void>>
> = {
  transcribe: async (earshot, { values, positionals: [, ...paths] }, { terminal, signal }) => {
    if (paths.length === 0) throw new UsageError('Name a recording or a folder.');
    const { out, vocabulary, language: languages = [] } = values;
    const model = await modelOf(earshot, values.model, signal);
    const chosen = formats.filter((format) => values[format]);
    const input = { paths, formats: chosen, out, vocabulary, languages, model, signal };
    return transcribe(earshot, input, terminal);
  },
  jobs: async (earshot, { values }, { terminal, signal }) => {
    const max = Number(values.max ?? 20);
    if (!Number.isInteger(max) || max < 1) throw new UsageError('--max is a whole number from 1.');
    const { reference, json = false } = values;
    const status = oneOf('status', statuses, values.status);
    await jobs(earshot, { status, reference, max, json, signal }, terminal);
  },
  usage: async (earshot, { values }, { terminal, signal }) => {
    const { start, end, charges = false, json = false } = values;
    const days = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    await usage(earshot, { ...days, charges, json, signal }, terminal);
  },
  listen: async (earshot, { values }, { terminal, signal }) => {
    const { forward, secret = newSecret() } = values;
    if (forward === undefined || !URL.canParse(forward))
      throw new UsageError('Name an address: --forward URL');
    await listen({ earshot, terminal }, { forward, secret, signal });
  },
  live: async (earshot, { values, positionals: [, source] }, { terminal, signal }) => {
    if (source === undefined) throw new UsageError('Name a recording, or - for standard input.');
    const { language: languages = [] } = values;
    await live(earshot, { samples: () => samplesOf(source), languages, signal }, terminal);
  },
};

const perform = async (args: readonly string[], world: World): Promise<number> => {
  const given = parsed(args);
  const { values, positionals } = given;
  const [name] = positionals;
  if (values.help || name === undefined || name === 'help') {
    world.terminal.print(help);
    return 0;
  }
  if (name === 'login') {
    const { 'base-url': baseUrl, 'api-key': apiKey } = values;
    const known = { ...(baseUrl !== undefined && { baseUrl }), ...(apiKey !== undefined && { apiKey }) };
    await login(known, world.variables, world);
    return 0;
  }
  const command = commands[name];
  if (!command) throw new UsageError(`There is no command ${name}. See earshot --help.`);
  const failed = await command(new Earshot(await readConfig(world.variables)), given, world);
  return failed ? 1 : 0;
};

const isMisuse = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/**
 * Runs a command line and returns its exit code: 0, 1 for a failure, 2 for wrong usage, 130 for an interrupt. If
 * interrupted, "live" first prints the text of what was spoken, and returns 0.
 */
export const run = async (args: readonly string[], world: World): Promise<number> => {
  try {
    return await perform(args, world);
  } catch (error) {
    if (world.signal.aborted || error instanceof Interrupted) return 130;
    if (!isMisuse(error) && !(error instanceof EarshotError) && !isSystemError(error)) throw error;
    world.terminal.say(error.message);
    return isMisuse(error) ? 2 : 1;
  }
};
