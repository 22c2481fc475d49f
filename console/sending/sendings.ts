import { computed, signal } from '@preact/signals';
import { keyOf } from '../api/query-keys.ts';
import type { Tenant } from '../api/types.ts';
import { keptSignal } from '../parts/kept.ts';
import { queries } from '../parts/queries.ts';
import { dropFile, keptFile } from './kept-files.ts';
import { runSending } from './run-sending.ts';
import { isSame, type Progress, pruned, type Sending } from './sending.ts';

const maxAtOnce = 2;
const maxListed = 50;

const kept = keptSignal<{ all: Sending[] }>('sendings', { all: [] });
const all = (): Sending[] => kept.value.all;
const setAll = (next: Sending[]): void => void (kept.value = { all: next });

/** The progress of each sending, by its id. */
const progresses = signal<ReadonlyMap<string, Progress>>(new Map());
const running = new Map<string, AbortController>();

const change = (id: string, fields: Partial<Sending>): void =>
  setAll(all().map((one) => (one.id === id ? { ...one, ...fields } : one)));

const setProgress = (id: string, progress: Progress): void => {
  progresses.value = new Map(progresses.value).set(id, progress);
};

/** The sendings of a tenant, newest first. */
export const sendingsOf = (tenant: Tenant): Sending[] => all().filter((one) => isSame(one.tenant, tenant));

/** The progress of a sending. One that has not started in this tab is waiting. */
export const progressOf = (id: string): Progress => progresses.value.get(id) ?? { is: 'waiting' };

const isStopped = ({ id, jobId }: Sending): boolean => jobId !== null || progressOf(id).is === 'refused';

/** The sendings that have no job yet and continue automatically. */
export const unfinished = computed((): Sending[] => all().filter((one) => !isStopped(one)));

const run = async (sending: Sending): Promise<void> => {
  const { id, tenant } = sending;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const jobId = await runSending(sending, {
      signal: controller.signal,
      onProgress: (progress) => setProgress(id, progress),
      onKey: (key) => change(id, { key }),
    });
    change(id, { jobId });
    void queries.invalidateQueries({ queryKey: keyOf.jobs(tenant) });
  } catch (error) {
    if (!controller.signal.aborted) setProgress(id, { is: 'refused', error });
  } finally {
    running.delete(id);
    startNext();
  }
};

const startNext = (): void => {
  const next = unfinished.value.find(({ id }) => !running.has(id));
  if (!next || running.size >= maxAtOnce) return;
  void run(next);
  startNext();
};

type New = Pick<Sending, 'tenant' | 'name' | 'source' | 'options'>;

/** Sends recordings, two at a time. */
export const addSendings = (added: readonly New[]): void => {
  const made = added.map((one) => {
    const id = crypto.randomUUID();
    return { ...one, id, key: id, jobId: null };
  });
  const { kept: listed, dropped } = pruned([...made, ...all()], maxListed);
  setAll(listed);
  for (const { source } of dropped) if ('fileId' in source && !isSent(source.fileId)) dropFile(source.fileId);
  startNext();
};

/** Whether a recording belongs to a sending of the list. */
export const isSent = (fileId: string): boolean =>
  all().some(({ source }) => 'fileId' in source && source.fileId === fileId);

/** Resumes a refused sending. */
export const tryAgain = (id: string): void => {
  setProgress(id, { is: 'waiting' });
  startNext();
};

/** Removes a sending from the list, and stops it if it has no job yet. */
export const removeSending = (id: string): void => {
  running.get(id)?.abort();
  setAll(all().filter((one) => one.id !== id));
};

/** The recording of a job that this tab has sent. */
export const recordingOf = async (jobId: string): Promise<File | undefined> => {
  const source = all().find((one) => one.jobId === jobId)?.source;
  return source && 'fileId' in source ? keptFile(source.fileId) : undefined;
};

/** Resumes the sendings that a reload interrupted. */
export const resumeSendings = (): void => startNext();

/** Stops all sendings when their owner signs out. */
export const stopSendings = (): void => {
  for (const controller of running.values()) controller.abort();
  setAll([]);
};
