import { createHash } from 'node:crypto';
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

/** Records which job was queued for each task, as lines of task and id, so that the record stays valid after an interrupt. */
export const openRecord = async (path: string) => {
  const text = await readFile(path, 'utf8').catch(() => '');
  const jobs = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [task = '', id = ''] = line.split(' ');
    if (id.startsWith('ofq_')) jobs.set(task, id);
  }
  return {
    find: (task: string): string | undefined => jobs.get(task),
    add: async (task: string, id: string): Promise<void> => {
      jobs.set(task, id);
      // If the folder cannot be written, there is no record, and the next run starts from the beginning.
      await appendFile(path, `${task} ${id}\n`).catch(() => undefined);
    },
  };
};
export type BatchRecord = Awaited<ReturnType<typeof openRecord>>;
