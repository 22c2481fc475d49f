import { chargeMicroUsd } from '#lib/domain/money.ts';
import type { Answer } from './local-service.ts';
import type { Operator } from './operator.ts';

/** A job as its customer sees it, and its expected result. */
export type Outcome = {
  readonly projectId: string;
  readonly view: () => Promise<Answer['body']>;
  readonly transcript: string;
  readonly audioMs: number;
  /** The allowed final statuses. Failures are named by error type. */
  readonly ends: readonly string[];
};
type Seen = Outcome & { readonly body: Answer['body'] };

const violationsIn = (found: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(found).flatMap(([violation, isSo]) => (isSo ? [violation] : []));

const isCompleted = ({ body }: Seen): boolean => body.status === 'completed';
const isFailed = ({ body }: Seen): boolean => body.status === 'failed';
const dueMicroUsd = (job: Seen): number => (isCompleted(job) ? chargeMicroUsd(job.audioMs) : 0);

const ofJob = (job: Seen): string[] => {
  const { body, ends, transcript, audioMs } = job;
  const end = body.error?.type ?? body.status;
  return violationsIn({
    [`ends as ${end}`]: !ends.includes(end),
    [`shows the price ${body.billing.amount_usd}`]:
      Math.round(Number(body.billing.amount_usd) * 1e6) !== dueMicroUsd(job),
    [`has the text ${body.transcript}`]: isCompleted(job) && body.transcript !== transcript,
    [`has ${body.audio_ms} ms`]: isCompleted(job) && body.audio_ms !== audioMs,
    'does not show that its audio was deleted': !isFailed(job) && body.source.deleted_at === null,
  }).map((violation) => `${body.id} ${violation}`);
};

const projectOf = (text: string): string | undefined => /prj_\w{26}/.exec(text)?.[0];
const jobOf = (key: string): string => /ofq_\w{26}/.exec(key)?.[0] ?? key;

/** The entries that were found twice or unexpectedly, and the missing ones. */
const differences = (found: readonly string[], due: readonly string[]): string => {
  const surplus = found.filter((one, at) => found.indexOf(one) < at || !due.includes(one));
  const missing = due.filter((one) => !found.includes(one));
  return [...surplus, ...missing.map((one) => `not ${one}`)].join();
};

/** The data of a project in the table and the buckets. */
type Stored = {
  readonly items: Awaited<ReturnType<Operator['items']>>;
  readonly audioKeys: readonly string[];
  readonly resultKeys: readonly string[];
};

const ofProject = (jobs: readonly Seen[], { items, audioKeys, resultKeys }: Stored): string[] => {
  const completed = jobs.filter(isCompleted);
  const entries = items.filter(({ amountMicroUsd }) => amountMicroUsd !== undefined);
  const lines = entries.filter(({ transcriptionId }) => transcriptionId !== undefined);
  const charged = differences(
    lines.map(({ transcriptionId, amountMicroUsd }) => `${transcriptionId} ${-amountMicroUsd}`),
    completed.map((job) => `${job.body.id} ${dueMicroUsd(job)}`),
  );
  const usedMicroUsd = entries
    .filter((entry) => !lines.includes(entry))
    .reduce((sum, { amountMicroUsd }) => sum + amountMicroUsd, 0);
  const results = differences(
    resultKeys.map(jobOf),
    completed.map(({ body }) => body.id),
  );
  // A failed job only keeps its audio, for a retry.
  const left = audioKeys.filter((key) => !jobs.some(isFailed) || key.startsWith('work/'));
  return violationsIn({
    [`is charged ${charged}`]: charged !== '',
    [`is in the usage as ${usedMicroUsd}`]:
      usedMicroUsd !== completed.reduce((sum, job) => sum + dueMicroUsd(job), 0),
    'still has a place in the queue': items.some(({ unfinished }) => unfinished?.size > 0),
    [`has the results ${results}`]: results !== '',
    [`leaves ${left.join()}`]: left.length > 0,
  });
};

/** Compares what customers see of all jobs of a project with the ledger and the buckets. */
export const auditOf = async (
  operator: Operator,
): Promise<(jobs: readonly Outcome[]) => Promise<string[]>> => {
  const [items, audio, results] = await Promise.all([
    operator.items(),
    operator.audioKeys(),
    operator.resultKeys(),
  ]);
  // Groups the data once, because there may be many thousands of entries.
  const itemsOf = Map.groupBy(items, ({ pk }) => projectOf(pk));
  const [audioOf, resultsOf] = [audio, results].map((keys) => Map.groupBy(keys, projectOf));
  return async (jobs) => {
    const seen: Seen[] = [];
    for (const job of jobs) {
      const body = await job.view().catch((error: unknown) => error);
      if (body instanceof Error) return [`cannot be read: ${body.message}`];
      seen.push({ ...job, body });
    }
    const projectId = jobs[0]?.projectId;
    const stored = {
      items: itemsOf.get(projectId) ?? [],
      audioKeys: audioOf?.get(projectId) ?? [],
      resultKeys: resultsOf?.get(projectId) ?? [],
    };
    return [...seen.flatMap(ofJob), ...ofProject(seen, stored)];
  };
};
