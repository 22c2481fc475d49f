import type { Table } from '#lib/platform/aws/table.ts';
import { Upload, uploadItemKey, type UploadPlan } from './upload.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

export type UploadRef = { readonly tenant: Tenant; readonly id: string };
export type Arrival = { readonly eTag: string; readonly bytes: number; readonly at: Date };

// Longer than the object, so that the error is "expired" and not "not found".
const keptMs = 7 * dayMs;

const Counted = Upload.pick({ arrivals: true });

/** Stores a new grant. Returns the existing one if its id is taken. */
export const putUpload = async (
  table: Pick<Table, 'putNew'>,
  upload: Upload,
): Promise<Upload | undefined> => {
  const ttl = ttlAt(later(upload.createdAt, keptMs));
  const outcome = await table.putNew({ ...upload, ...uploadItemKey(upload.tenant, upload.id), ttl });
  return outcome.done ? undefined : Upload.parse(outcome.item);
};

/** Finds an upload, even one that a job has consumed. Undefined if there is none. */
export const findUpload = async (table: Pick<Table, 'get'>, ref: UploadRef): Promise<Upload | undefined> => {
  const item = await table.get(uploadItemKey(ref.tenant, ref.id));
  return item && Upload.parse(item);
};

/**
 * Records which bytes arrived. A later POST under the same grant replaces them until a job consumes the upload. Returns how
 * many arrivals were recorded, 0 if this one was not.
 */
export const markUploaded = async (
  table: Pick<Table, 'update'>,
  ref: UploadRef,
  arrival: Arrival,
): Promise<number> => {
  const outcome = await table.update({
    key: uploadItemKey(ref.tenant, ref.id),
    set: 'SET #status = :uploaded, uploadedAt = :at, eTag = :eTag, #bytes = :bytes ADD arrivals :one',
    where: '#status IN (:issued, :uploaded) AND (attribute_not_exists(uploadedAt) OR uploadedAt <= :at)',
    names: { '#status': 'status', '#bytes': 'bytes' },
    values: {
      ':issued': 'issued',
      ':uploaded': 'uploaded',
      ':at': arrival.at.toISOString(),
      ':eTag': arrival.eTag,
      ':bytes': arrival.bytes,
      ':one': 1,
    },
  });
  return outcome.done ? (Counted.parse(outcome.item).arrivals ?? 0) : 0;
};

/**
 * Replaces the bytes that were recorded, also if a job has consumed the upload. False if they are others by now. Repeating
 * it has the same outcome.
 */
export const replaceBytes = async (
  table: Pick<Table, 'update'>,
  ref: UploadRef,
  { recorded, eTag, bytes }: Omit<Arrival, 'at'> & { readonly recorded: string },
): Promise<boolean> => {
  const outcome = await table.update({
    key: uploadItemKey(ref.tenant, ref.id),
    set: 'SET eTag = :eTag, #bytes = :bytes',
    where: 'eTag = :recorded',
    names: { '#bytes': 'bytes' },
    values: { ':eTag': eTag, ':bytes': bytes, ':recorded': recorded },
  });
  return outcome.done || outcome.item?.['eTag'] === eTag;
};

/** Stores how the bytes of an upload are cut, unless other bytes have replaced them. */
export const notePlan = async (
  table: Pick<Table, 'update'>,
  ref: UploadRef,
  plan: UploadPlan,
): Promise<boolean> => {
  const outcome = await table.update({
    key: uploadItemKey(ref.tenant, ref.id),
    set: 'SET #plan = :plan',
    where: 'eTag = :eTag',
    names: { '#plan': 'plan' },
    values: { ':plan': plan, ':eTag': plan.eTag },
  });
  return outcome.done;
};
