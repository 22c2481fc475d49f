import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { later } from '#lib/platform/durations.ts';
import { essenceOf } from '#lib/platform/http/media-type.ts';
import { assertSameBody } from '#lib/platform/idempotency.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { extensionOf, octetStream, supportedExtensions, supportedMimeTypes } from './audio-formats.ts';
import { unsupported } from './new-upload.ts';
import type { RecordUpload } from './record-upload.ts';
import { grantMs, type Upload } from './upload.ts';
import { uploadKey } from './upload-key.ts';

export type StoreUploadDeps = {
  /** Stores a new grant; returns the existing one if its id is taken. */
  readonly putUpload: (upload: Upload) => Promise<Upload | undefined>;
  readonly audio: Pick<Bucket, 'putOnce'>;
  readonly recordUpload: RecordUpload;
  readonly now: () => Date;
};

/** The MIME type of a file. If the sender's program did not know it, it is taken from the extension. */
const typeOf = ({ type, name }: File): string => {
  if (supportedMimeTypes.has(essenceOf(type))) return type;
  if (supportedExtensions.has(extensionOf(name) ?? '')) return octetStream;
  const message =
    'Send a file with the MIME type or the extension of a supported audio format, such as audio/mpeg or .mp3.';
  throw unsupported('file', message);
};

/** Stores a file that came in a request as an upload that has arrived. Repeating it changes nothing. */
export const storeUpload = async (
  deps: StoreUploadDeps,
  tenant: Tenant,
  { id, file, fingerprint }: { readonly id: string; readonly file: File; readonly fingerprint: string },
): Promise<void> => {
  const contentType = typeOf(file);
  const now = deps.now();
  const ref = { tenant, id };
  const existing = await deps.putUpload({
    ...ref,
    status: 'issued',
    fingerprint,
    contentType,
    sizeBytes: file.size,
    createdAt: now.toISOString(),
    expiresAt: later(now, grantMs).toISOString(),
  });
  if (existing) assertSameBody(existing.fingerprint, fingerprint);
  // A job may already read these bytes, so a repeated request must not write them again.
  await deps.audio.putOnce(uploadKey(ref), Buffer.from(await file.arrayBuffer()), contentType);
  await deps.recordUpload(ref);
};
