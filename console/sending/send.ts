import { ApiError } from '../api/api-error.ts';
import type { UploadGrant } from '../api/types.ts';

/** The requests that make a job from a file. Each may be repeated: the service knows what was done already. */
export type Steps = {
  grant: () => Promise<UploadGrant>;
  post: (grant: UploadGrant) => Promise<void>;
  /** Queues the job. Refused as `upload_incomplete` if all is right but the file has not arrived. */
  queue: (uploadId: string) => Promise<{ id: string }>;
};

export const isOfType = (error: unknown, ...types: readonly string[]): boolean =>
  error instanceof ApiError && types.includes(error.type);

/**
 * Resolves to the id of the job. The job is asked for before the file is sent, so options are refused before the first
 * byte, and a file that has arrived is not sent again.
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
