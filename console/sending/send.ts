import { ApiError } from '../api/api-error.ts';
import type { UploadGrant } from '../api/types.ts';

/** The requests that make a job from a file. Each may be repeated, because the service recognizes repetitions. */
export type Steps = {
  grant: () => Promise<UploadGrant>;
  post: (grant: UploadGrant) => Promise<void>;
  /** Queues the job. Refused as `upload_incomplete` if everything is valid but the file has not arrived. */
  queue: (uploadId: string) => Promise<{ id: string }>;
};

/** Whether the API answered with one of these types of error. */
export const isOfType = (error: unknown, ...types: readonly string[]): boolean =>
  error instanceof ApiError && types.includes(error.type);

/**
 * Resolves to the id of the job. Queues the job before it sends the file, so that invalid options are refused before the
 * upload, and a file that has already arrived is not sent again.
 */
export const send = async ({ grant, post, queue }: Steps): Promise<string> => {
  const granted = await grant();
  try {
    return (await queue(granted.id)).id;
  } catch (error) {
    if (!isOfType(error, 'upload_incomplete')) throw error;
  }
  await post(granted);
  return (await queue(granted.id)).id;
};
