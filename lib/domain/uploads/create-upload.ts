import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import { assertAcceptable, type NewUpload } from './new-upload.ts';
import type { UploadGrant } from './grant.ts';
import type { SignGrant } from './sign-grant.ts';
import { putUpload } from './upload-repository.ts';
import { grantMs, type Upload, uploadMaxBytes } from './upload.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { later } from '#lib/platform/durations.ts';

export type CreateUploadDeps = {
  readonly table: Pick<Table, 'putNew'>;
  readonly sign: SignGrant;
  readonly now: () => Date;
  readonly newId: () => string;
};

const toGrant = async (sign: SignGrant, upload: Upload): Promise<UploadGrant> => {
  const { url, fields } = await sign(upload);
  return {
    id: upload.id,
    mode: modeOf(upload.tenant),
    status: upload.status,
    upload_url: url,
    upload_method: 'POST',
    upload_fields: fields,
    expires_at: upload.expiresAt,
    max_bytes: upload.sizeBytes ?? uploadMaxBytes,
    content_type: upload.contentType,
  };
};

const grantExpired = (): AppError =>
  new AppError(
    'upload_expired',
    'This upload grant has expired. Create a new one with a new Idempotency-Key.',
  );

/**
 * Issues an upload grant. A replay under the same Idempotency-Key returns the same grant, newly signed, with its first
 * expiry. After that expiry the object store accepts nothing, so a replay throws `upload_expired`, unless the file has
 * arrived: then its id still leads to the same job.
 */
export const createUpload = async (
  deps: CreateUploadDeps,
  caller: Caller,
  input: { readonly body: NewUpload; readonly bodyFingerprint: string },
): Promise<Created<UploadGrant>> => {
  assertAcceptable(input.body);
  const now = deps.now();
  const upload: Upload = {
    tenant: caller.tenant,
    id: deps.newId(),
    status: 'issued',
    fingerprint: input.bodyFingerprint,
    contentType: input.body.content_type,
    sizeBytes: input.body.size_bytes ?? null,
    createdAt: now.toISOString(),
    expiresAt: later(now, grantMs).toISOString(),
  };
  const existing = await putUpload(deps.table, upload);
  if (existing) assertSameBody(existing.fingerprint, upload.fingerprint);
  if (existing?.status === 'issued' && new Date(existing.expiresAt) <= now) throw grantExpired();
  return { value: await toGrant(deps.sign, existing ?? upload), replayed: existing !== undefined };
};
