import { ApiError } from '../api/api-error.ts';
import { createTranscription, createUpload } from '../api/transcription-calls.ts';
import { keptFile } from './kept-files.ts';
import { persist } from './persist.ts';
import { postFile } from './post-file.ts';
import { isOfType, send } from './send.ts';
import type { Progress, Sending } from './sending.ts';

type Watch = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Called with a new Idempotency-Key, because the earlier grant has expired. */
  onKey: (key: string) => void;
};

const fileGone = (name: string) =>
  new ApiError(0, {
    type: 'file_gone',
    message: `This browser no longer has “${name}”. Remove it here, and choose the file again.`,
  });

/** Sends a recording and queues its job. Resolves to the id of the job. */
export const runSending = async (sending: Sending, watch: Watch): Promise<string> => {
  try {
    return await sendOnce(sending, watch);
  } catch (error) {
    // An upload must begin within minutes of its grant. S3 reports an expired grant with its own code.
    if (!isOfType(error, 'upload_expired', 'AccessDenied')) throw error;
    const key = crypto.randomUUID();
    watch.onKey(key);
    return sendOnce({ ...sending, key }, watch);
  }
};

const sendOnce = async (sending: Sending, { signal, onProgress }: Watch): Promise<string> => {
  const { tenant, name, key, source, options } = sending;
  const repeated = <Answer>(attempt: () => Promise<Answer>) =>
    persist(attempt, { signal, onLost: (error) => onProgress({ is: 'interrupted', error }) });
  const request = { idempotencyKey: key, signal };
  const queue = (audio: { upload_id: string } | { audio_url: string }) =>
    repeated(() => createTranscription(tenant, { ...audio, filename: name, ...options }, request));
  onProgress({ is: 'checking' });
  if ('url' in source) return (await queue({ audio_url: source.url })).id;
  const file = await keptFile(source.fileId);
  if (!file) throw fileGone(name);
  return send({
    grant: () => repeated(() => createUpload(tenant, file, request)),
    post: (grant) => repeated(() => postFile(grant, file, { signal, onProgress: rated(onProgress) })),
    queue: (uploadId) => queue({ upload_id: uploadId }),
  });
};

/** Adds the rate since the first report. */
const rated = (onProgress: Watch['onProgress']) => {
  let first: { at: number; sent: number } | undefined;
  return (sent: number): void => {
    const at = performance.now();
    if (!first || sent < first.sent) first = { at, sent };
    const seconds = (at - first.at) / 1000;
    onProgress({
      is: 'uploading',
      sent,
      bytesPerSecond: seconds > 0 ? (sent - first.sent) / seconds : 0,
    });
  };
};
