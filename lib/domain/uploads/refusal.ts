import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import type { Upload } from './upload.ts';

/** Names the job or file, because the answer that named it may have been lost. Uploads of earlier versions do not know it. */
const alreadyUsed = ({ usedBy }: Upload): AppError => {
  const again = 'Create a new grant and upload the file again';
  if (usedBy === undefined)
    return new AppError('upload_already_consumed', `This upload was already used. ${again}.`);
  const isFile = isId('file', usedBy);
  return new AppError(
    'upload_already_consumed',
    isFile
      ? `This upload is already the file ${usedBy}. Send that as file_id.`
      : `This upload was already used by ${usedBy}. Read that job. ${again} only for another job.`,
    { details: { [isFile ? 'file_id' : 'transcription_id']: usedBy } },
  );
};

/** The reason why a job cannot be created from an upload. `issued` means that no bytes have arrived. */
export const uploadRefusal = (upload: Upload | undefined, now: Date): AppError => {
  if (!upload) return new AppError('not_found', 'There is no upload with this upload_id in your project.');
  if (upload.status === 'consumed') return alreadyUsed(upload);
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
