import { createHash, randomUUID } from 'node:crypto';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The file name of a batch's record, in the folder of its texts. */
export const recordName = '.earshot-jobs';

/** Identifies a task by its file and options. A changed file, or the same file with other options, is another task. */
export const taskOf = async (path: string, options: object): Promise<string> => {
  const { size, mtimeMs } = await stat(path);
  const text = JSON.stringify([resolve(path), size, mtimeMs, options]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
};

/**
 * Records the key under which the job of each task is queued, and then its id, as lines of task and entry, so that the record
 * stays valid after an interrupt.
 */
export const openRecord = async (path: string) => {
  const text = await readFile(path, 'utf8').catch(() => '');
  const entries = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [task = '', entry = ''] = line.split(' ');
    if (/^(ofq_.+|key_.{36})$/.test(entry)) entries.set(task, entry);
  }
  const add = async (task: string, entry: string): Promise<void> => {
    entries.set(task, entry);
    // If the folder cannot be written, there is no record, and the next run starts from the beginning.
    await appendFile(path, `${task} ${entry}\n`).catch(() => undefined);
  };
  return {
    /** The last job of the task. */
    job: (task: string): string | undefined => entries.get(task)?.match(/^ofq_.+/)?.[0],
    /** The Idempotency-Key of the next job of the task: that of a run that was cut before it had the id. */
    key: async (task: string): Promise<string> => {
      const kept = entries.get(task);
      if (kept?.startsWith('key_')) return kept;
      const key = `key_${randomUUID()}`;
      await add(task, key);
      return key;
    },
    add,
  };
};
export type BatchRecord = Awaited<ReturnType<typeof openRecord>>;
