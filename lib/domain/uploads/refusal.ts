import { AppError } from '#lib/platform/errors.ts';
import type { Upload } from './upload.ts';

/** Why an upload cannot be queued; `issued` means that no bytes have arrived. */
export const uploadRefusal = (upload: Upload | undefined, now: Date): AppError => {
  if (!upload) return new AppError('not_found', 'There is no upload with this upload_id in your project.');
  if (upload.status === 'consumed') {
    return new AppError(
      'upload_already_consumed',
      'This upload was used already. Ask for a new grant and upload again.',
    );
  }
  if (upload.status === 'uploaded' || new Date(upload.expiresAt) <= now) {
    return new AppError(
      'upload_expired',
      'This upload is no longer usable. Ask for a new grant and upload again.',
    );
  }
  return new AppError(
    'upload_incomplete',
    'The file has not arrived yet. POST it to upload_url, then try again.',
  );
};
