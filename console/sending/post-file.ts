import { ConnectionError, upload, UploadError } from '../../sdk/typescript/browser.ts';
import { ApiError } from '../api/api-error.ts';
import type { UploadGrant } from '../api/types.ts';

type PostOptions = { signal: AbortSignal; onProgress: (sent: number) => void };

/** Posts the file to the bucket. Rejects with an `ApiError`, or with the reason of an abort. */
export const postFile = async (
  grant: UploadGrant,
  file: File,
  { signal, onProgress }: PostOptions,
): Promise<void> => {
  try {
    await upload(file, grant, {
      signal,
      onUpload: ({ sentBytes }) => onProgress(Math.min(sentBytes, file.size)),
    });
  } catch (error) {
    throw refusalOf(error);
  }
};

const refusalOf = (error: unknown): unknown => {
  if (error instanceof ConnectionError) return ApiError.unreachable();
  if (!(error instanceof UploadError)) return error;
  return new ApiError(error.status, {
    type: error.code,
    message: `The object store refused the file (${error.code}). Try again. If it fails again, choose another file.`,
  });
};
