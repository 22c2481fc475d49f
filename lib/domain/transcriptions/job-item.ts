import type { Change, Condition, Item, Key, Outcome } from '#lib/platform/aws/table.ts';
import type { Due } from '#lib/platform/due-index/due-index.ts';
import {
  type Claim,
  type DueJob,
  type JobRef,
  mayFollow,
  type Status,
  Transcription,
} from './transcription.ts';
import { splitTenantPath } from '#lib/platform/tenant.ts';

/** Prefix of the jobs' shards in the due index. */
export const duePrefix = 'due';

export const jobKey = ({ tenant, id }: JobRef): Key => ({ pk: `${tenant}/${id}`, sk: 'job' });

export const toDueJob = ({ key, dueAt }: Due): DueJob => {
  const { tenant, rest: id } = splitTenantPath(key.pk);
  return { ref: { tenant, id }, dueAt };
};

/**
 * The attributes of a new job's item. Nulls are left out. Sets are left out too, because they are empty and DynamoDB
 * has no empty sets.
 */
export const newJobItem = (job: Transcription): Item =>
  Object.fromEntries(Object.entries(job).filter(([, value]) => value !== null && !(value instanceof Set)));

/** The condition that the job's status may be followed by `status`, with the names and values it needs. */
export const follows = (status: keyof typeof mayFollow): Required<Condition> => {
  const from: readonly Status[] = mayFollow[status];
  return {
    where: `#status IN (${from.map((_, at) => `:from${at}`).join(', ')})`,
    names: { '#status': 'status' },
    values: Object.fromEntries([...from.map((value, at) => [`:from${at}`, value]), [':status', status]]),
  };
};

type FencedChange = { readonly set: string; readonly where?: string; readonly values: Item };

/** A change of a job that still runs, which only its current attempt may make. */
export const fenced = (claim: Claim, { set, where, values }: FencedChange): Change => ({
  key: jobKey(claim),
  set,
  where: `#status = :processing AND attempt = :attempt${where === undefined ? '' : ` AND ${where}`}`,
  names: { '#status': 'status' },
  values: { ...values, ':processing': 'processing', ':attempt': claim.attempt },
});

/** The job after a write. Undefined if the write was refused. */
export const jobOf = (outcome: Outcome): Transcription | undefined =>
  outcome.done ? Transcription.parse(outcome.item) : undefined;
