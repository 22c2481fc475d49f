import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Earshot } from '../client.ts';
import { NotFoundError, StateError, TranscriptionFailedError } from '../errors.ts';
import type { NewTranscription, Transcription } from '../types.ts';
import { type BatchRecord, openRecord, recordName, taskOf } from './batch-record.ts';
import { recordingsAt } from './recordings.ts';
import { bar, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type Format = 'txt' | 'srt' | 'vtt' | 'json';

export type TranscribeArguments = {
  readonly paths: readonly string[];
  readonly formats: readonly Format[];
  /** Folder of the texts; beside each recording without one. */
  readonly out: string | undefined;
  readonly languages: readonly string[];
  /** A file of terms, one a line. */
  readonly vocabulary: string | undefined;
  readonly model: NewTranscription['model'] | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Options = Pick<NewTranscription, 'language_hints' | 'custom_vocabulary' | 'model'>;

/** Jobs at once: as many as a key may wait for. */
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

const textPath = (recording: string, format: Format, out: string | undefined): string => {
  const name = basename(recording, extname(recording));
  return join(out ?? dirname(recording), `${name}.${format}`);
};

type Work = {
  readonly earshot: Earshot;
  readonly terminal: Terminal;
  readonly options: Options;
  readonly record: (recording: string) => Promise<BatchRecord>;
  readonly input: TranscribeArguments;
};

/** The job of a recording: that of an earlier run, if the service still has it. */
const jobFor = async (work: Work, recording: string): Promise<string> => {
  const { earshot, terminal, options, input } = work;
  const record = await work.record(recording);
  const task = await taskOf(recording, options);
  const known = record.find(task);
  if (known !== undefined && (await isThere(earshot, known))) return known;
  const { id } = await earshot.submit(recording, {
    ...options,
    onUpload: ({ sentBytes, totalBytes }) =>
      terminal.update?.(`${bar(sentBytes / totalBytes)}  uploading ${basename(recording)}`),
    signal: input.signal,
  });
  await record.add(task, id);
  return id;
};

const isThere = async (earshot: Earshot, id: string): Promise<boolean> => {
  try {
    const { status, deleted_at: deletedAt } = await earshot.transcriptions.get(id);
    return status !== 'failed' && deletedAt === null;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof StateError) return false;
    throw error;
  }
};

const write = async (work: Work, recording: string, job: Transcription): Promise<void> => {
  const { earshot, terminal, input } = work;
  for (const format of input.formats) {
    const path = textPath(recording, format, input.out);
    await writeFile(path, await earshot.transcriptions.file(job.id, { format }, { signal: input.signal }));
    terminal.say(path);
  }
};

const transcribeOne = async (work: Work, recording: string): Promise<void> => {
  const { earshot, terminal, input } = work;
  const { signal } = input;
  const id = await jobFor(work, recording);
  const job = await earshot.transcriptions.wait(id, {
    signal,
    ...(terminal.update && {
      onProgress: ({ status, progress }) =>
        terminal.update?.(`${bar(progress.percent / 100)}  ${status} ${basename(recording)}`),
    }),
  });
  terminal.update?.('');
  if (input.formats.length === 0) terminal.print(job.transcript ?? '');
  await write(work, recording, job);
};

const hasTexts = async (recording: string, { formats, out }: TranscribeArguments): Promise<boolean> => {
  const { mtimeMs } = await stat(recording);
  const found = await Promise.all(
    formats.map((format) => stat(textPath(recording, format, out)).catch(() => undefined)),
  );
  return formats.length > 0 && found.every((text) => text !== undefined && text.mtimeMs >= mtimeMs);
};

/**
 * Transcribes recordings, two at once. A run that was interrupted is continued by the same command: texts that exist are
 * left, jobs that were queued are waited for. Returns how many recordings failed.
 */
export const transcribe = async (
  earshot: Earshot,
  input: TranscribeArguments,
  terminal: Terminal,
): Promise<number> => {
  const recordings = await recordingsAt(input.paths);
  if (recordings.length === 0) throw new UsageError('There is no recording there.');
  if (input.out !== undefined) await mkdir(input.out, { recursive: true });
  const records = new Map<string, Promise<BatchRecord>>();
  const record = (recording: string): Promise<BatchRecord> => {
    const path = join(input.out ?? dirname(recording), recordName);
    const opened = records.get(path) ?? openRecord(path);
    records.set(path, opened);
    return opened;
  };
  const work: Work = { earshot, terminal, input, record, options: await optionsOf(input) };
  let failed = 0;
  const rest = recordings.values();
  const worker = async (): Promise<void> => {
    for (const recording of rest) {
      if (await hasTexts(recording, input)) continue;
      try {
        await transcribeOne(work, recording);
      } catch (error) {
        // One bad recording is no reason to leave the others.
        if (!(error instanceof TranscriptionFailedError)) throw error;
        terminal.say(`${recording}: ${error.message}`);
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
};
