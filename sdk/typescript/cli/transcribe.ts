import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Earshot } from '../client.ts';
import {
  InvalidRequestError,
  NotFoundError,
  StateError,
  TranscriptionFailedError,
  UploadError,
} from '../errors.ts';
import type { NewTranscription, Transcription } from '../types.ts';
import { type BatchRecord, openRecord, recordName, taskOf } from './batch-record.ts';
import { recordingsAt } from './recordings.ts';
import { bar, type Terminal } from './terminal.ts';
import { existingText, type Format, recordFolder, type Task, tasksOf, writeText } from './text-files.ts';
import { isSystemError, UsageError } from './usage-error.ts';

export type TranscribeArguments = {
  readonly paths: readonly string[];
  readonly formats: readonly Format[];
  /** The folder of the texts. If undefined, texts are beside their recordings. */
  readonly out: string | undefined;
  readonly languages: readonly string[];
  /** A file of terms, one per line. */
  readonly vocabulary: string | undefined;
  readonly model: NewTranscription['model'] | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Options = Pick<NewTranscription, 'language_hints' | 'custom_vocabulary' | 'model'>;

/** The number of concurrent jobs: as many as a key may wait for. */
const atOnce = 2;

const termsOf = async (path: string): Promise<string[]> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${path}.`);
  });
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

const optionsOf = async ({ languages, vocabulary, model }: TranscribeArguments): Promise<Options> => ({
  ...(languages.length > 0 && { language_hints: languages }),
  ...(vocabulary !== undefined && { custom_vocabulary: await termsOf(vocabulary) }),
  ...(model !== undefined && { model }),
});

type Work = {
  readonly earshot: Earshot;
  readonly terminal: Terminal;
  readonly options: Options;
  readonly record: (task: Task) => Promise<BatchRecord>;
  readonly formats: readonly Format[];
  readonly many: boolean;
  readonly show: (share: number, text: string) => void;
  readonly signal: AbortSignal | undefined;
};

const isUsable = async ({ earshot, signal }: Work, id: string): Promise<boolean> => {
  try {
    const { status, deleted_at: deletedAt } = await earshot.transcriptions.get(id, {}, { signal });
    return status !== 'failed' && status !== 'canceled' && deletedAt === null;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof StateError) return false;
    throw error;
  }
};

/** The job of a recording. Reuses the job of an earlier run if the service still has it. */
const jobFor = async (work: Work, task: Task): Promise<string> => {
  const { earshot, options, record, show, signal } = work;
  const jobs = await record(task);
  const name = await taskOf(task.path, options);
  const known = jobs.job(name);
  if (known !== undefined && (await isUsable(work, known))) return known;
  const { id } = await earshot.submit(task.path, {
    ...options,
    idempotencyKey: await jobs.key(name),
    onUpload: ({ sentBytes, totalBytes }) => show(sentBytes / totalBytes, `uploading ${task.name}`),
    signal,
  });
  await jobs.add(name, id);
  return id;
};

const write = async (work: Work, { stem }: Task, { id }: Transcription): Promise<void> => {
  const { earshot, terminal, formats, signal } = work;
  await mkdir(dirname(stem), { recursive: true });
  for (const format of formats) {
    const path = `${stem}.${format}`;
    await writeText(path, await earshot.transcriptions.file(id, { format }, { signal }));
    terminal.say(path);
  }
};

const transcribeOne = async (work: Work, task: Task): Promise<void> => {
  const { earshot, terminal, formats, many, show, signal } = work;
  const id = await jobFor(work, task);
  const job = await earshot.transcriptions.wait(id, {
    signal,
    // Progress needs a request every two seconds, so only if a person watches.
    ...(terminal.update && {
      onProgress: ({ status, progress }) => show(progress.percent / 100, `${status} ${task.name}`),
    }),
  });
  if (formats.length > 0) return write(work, task, job);
  terminal.print(`${many ? `==> ${task.path} <==\n` : ''}${job.transcript ?? ''}${many ? '\n' : ''}`);
};

/** Whether an error concerns one recording, so that the others continue. A refused option would be refused for all. */
const isOfRecording = (error: unknown, options: Options): error is Error =>
  error instanceof TranscriptionFailedError ||
  error instanceof UploadError ||
  error instanceof StateError ||
  isSystemError(error) ||
  (error instanceof InvalidRequestError &&
    !error.fields.some(({ path }) => Object.keys(options).some((option) => path.startsWith(option))));

/**
 * Transcribes recordings, two at once. The same command continues an interrupted run: it keeps existing texts, and waits
 * for jobs that are already queued. Returns the number of recordings that failed.
 */
export const transcribe = async (
  earshot: Earshot,
  input: TranscribeArguments,
  terminal: Terminal,
): Promise<number> => {
  const { out, signal } = input;
  const tasks = tasksOf(await recordingsAt(input.paths), out);
  if (tasks.length === 0) throw new UsageError('There is no recording there.');
  if (out !== undefined) await mkdir(out, { recursive: true });
  const formats: readonly Format[] =
    input.formats.length === 0 && out !== undefined ? ['txt'] : input.formats;
  const options = await optionsOf(input);
  const records = new Map<string, Promise<BatchRecord>>();
  const record = (task: Task): Promise<BatchRecord> => {
    const path = join(recordFolder(task, out), recordName);
    const opened = records.get(path) ?? openRecord(path);
    records.set(path, opened);
    return opened;
  };
  const many = tasks.length > 1;
  let done = 0;
  let failed = 0;
  const show = (share: number, text: string): void =>
    terminal.update?.(`${many ? `${done}/${tasks.length}  ` : ''}${bar(share)}  ${text}`);
  const work: Work = { earshot, terminal, options, record, formats, many, show, signal };
  const rest = [...tasks];
  const worker = async (): Promise<void> => {
    for (let task = rest.shift(); task; task = rest.shift()) {
      try {
        const text = await existingText(task, formats);
        if (text === undefined) await transcribeOne(work, task);
        else terminal.say(`${task.path}: ${text} exists. Delete it to have it made again.`);
      } catch (error) {
        if (!isOfRecording(error, options)) {
          rest.length = 0;
          throw error;
        }
        terminal.say(`${task.path}: ${error.message}`);
        failed += 1;
      }
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    terminal.update?.('');
    if (signal?.aborted)
      terminal.say('Stopped. Run the same command again to continue with the jobs that were queued.');
  }
  return failed;
};
