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

const projectOf = (text: string): string | undefined => /prj_\w{26}/.exec(text)?.[0];

/** Compares what customers see with the ledger and the buckets. Each job has its own project. */
export const auditOf = async (operator: Operator): Promise<(outcome: Outcome) => Promise<string[]>> => {
  const [items, audio, results] = await Promise.all([
    operator.items(),
    operator.audioKeys(),
    operator.resultKeys(),
  ]);
  // Grouped once, because there may be many thousands.
  const itemsOf = Map.groupBy(items, ({ pk }) => projectOf(pk));
  const [audioOf, resultsOf] = [audio, results].map((keys) => Map.groupBy(keys, projectOf));
  return async ({ projectId, view: ask, transcript, audioMs, ends }) => {
    const view = await ask().catch((error: unknown) => error);
    if (view instanceof Error) return [`cannot be read: ${view.message}`];
    const own = itemsOf.get(projectId) ?? [];
    const stored = resultsOf?.get(projectId) ?? [];
    const entries = own.filter(({ amountMicroUsd }) => amountMicroUsd !== undefined);
    const lines = entries.filter(({ transcriptionId }) => transcriptionId !== undefined);
    const charges = lines
      .map(({ transcriptionId, amountMicroUsd }) => `${transcriptionId} ${-amountMicroUsd}`)
      .join();
    const used = entries
      .filter((entry) => !lines.includes(entry))
      .map(({ amountMicroUsd }) => amountMicroUsd);
    const places = own.filter(({ unfinished }) => unfinished?.size > 0);
    const end = view.error?.type ?? view.status;
    const completed = view.status === 'completed';
    const due = completed ? `${view.id} ${chargeMicroUsd(audioMs)}` : '';
    // A failed job only keeps its audio, for a retry.
    const left = (audioOf?.get(projectId) ?? []).filter(
      (key) => view.status !== 'failed' || key.startsWith('work/'),
    );
    const violations = {
      [`ends as ${end}`]: !ends.includes(end),
      [`is charged "${charges}" instead of "${due}"`]: charges !== due,
      [`is in the usage as "${used.join()}"`]:
        used.join() !== (completed ? String(chargeMicroUsd(audioMs)) : ''),
      'still has its place in the queue': places.length > 0,
      [`shows the price ${view.billing.amount_usd}`]:
        Math.round(Number(view.billing.amount_usd) * 1e6) !== (completed ? chargeMicroUsd(audioMs) : 0),
      [`has the text ${view.transcript}`]: completed && view.transcript !== transcript,
      [`has ${view.audio_ms} ms`]: completed && view.audio_ms !== audioMs,
      [`has the results ${stored.join()}`]: stored.length !== (completed ? 1 : 0),
      'does not show that its audio was deleted': view.status !== 'failed' && view.source.deleted_at === null,
      [`leaves ${left.join()}`]: left.length > 0,
    };
    return Object.entries(violations).flatMap(([violation, isSo]) => (isSo ? [violation] : []));
  };
};
