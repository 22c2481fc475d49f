import { AppError } from '#lib/platform/errors.ts';
import type { Upload } from './upload.ts';

/** The reason why a job cannot be created from an upload. `issued` means that no bytes have arrived. */
export const uploadRefusal = (upload: Upload | undefined, now: Date): AppError => {
  if (!upload) return new AppError('not_found', 'There is no upload with this upload_id in your project.');
  if (upload.status === 'consumed') {
    return new AppError(
      'upload_already_consumed',
      'This upload was already used. Create a new grant and upload the file again.',
    );
  }
  if (upload.status === 'uploaded' || new Date(upload.expiresAt) <= now) {
    return new AppError(
      'upload_expired',
      'This upload has expired. Create a new grant and upload the file again.',
    );
  }
  return new AppError(
    'upload_incomplete',
    'The file has not arrived yet. POST it to upload_url, then try again.',
  );
};
