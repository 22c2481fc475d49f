import { workPrefix } from '#lib/transcriptions/keys.ts';
import { isTerminal } from '#lib/transcriptions/transcription.ts';
import { uploadKey } from '#lib/uploads/upload-key.ts';
import type { MemoryDatabase } from '../support/memory-store.ts';
import type { Judge } from './judge.ts';

/**
 * Whose fault an object is that a job leaves behind. Clean-up runs once the job has ended; the bucket's lifecycle rule
 * is for what comes later: the write of a worker that was at work when the job ended, and a POST under a grant that is
 * still open.
 */
export const newLeftovers = (database: MemoryDatabase, judge: Judge) => {
  const excused = new Set<string>();
  const jobs = () => [...database.rows.values()].map(({ job }) => job);

  return {
    written: (key: string, writerBornAt: number): void => {
      const owner = jobs().find((job) => key.startsWith(workPrefix(job)));
      if (!owner) return judge.report(`${key} is written for no job`);
      if (!isTerminal(owner.status)) return;
      excused.add(key);
      const before = writerBornAt <= judge.endedAt(owner.id);
      judge.must(before, () => `${key} is written by a worker that began after the end of the job`);
    },
    posted: (key: string): void => {
      const owner = jobs().find((job) => uploadKey({ projectId: job.projectId, id: job.uploadId }) === key);
      if (owner && isTerminal(owner.status)) excused.add(key);
    },
    check: (keys: Iterable<string>): void => {
      const uploads = new Set(jobs().map((job) => uploadKey({ projectId: job.projectId, id: job.uploadId })));
      for (const key of keys) {
        const ours = key.startsWith('work/') || uploads.has(key);
        judge.must(!ours || excused.has(key), () => `${key} is left behind`);
      }
    },
  };
};
export type Leftovers = ReturnType<typeof newLeftovers>;
