import type { Readable } from 'node:stream';
import { JobFailure, type ErrorDetails } from '#lib/errors.ts';
import { FetchFailure } from '#lib/net/fetch-failure.ts';
import { safeFetch, type SafeAnswer, type SafeFetchDeps } from '#lib/net/safe-fetch.ts';
import { uploadMaxBytes } from '#lib/uploads/upload.ts';
import { judged } from './judged.ts';
import { beginsAsPage, isPageType, tellingBytes } from './not-audio.ts';

const totalMs = 10 * 60 * 1000;

export type AudioSource = {
  readonly url: string;
  /** Whether a passing fault ends the job, because it was tried often enough. */
  readonly lastTry: boolean;
};

/**
 * The bytes at a customer's URL: 1 to `uploadMaxBytes` of them, and no page in their place. Both the promise and the
 * stream fail with a `JobFailure` where another try would not help, and with another error where it may.
 */
export const openAudio = async (
  deps: SafeFetchDeps,
  { url, lastTry }: AudioSource,
  signal: AbortSignal,
): Promise<Readable> => {
  const request = { url, method: 'GET', maxBytes: uploadMaxBytes, totalMs, signal } as const;
  const answer = await safeFetch(deps, request).catch((error: unknown) => {
    throw outcomeOf(error, lastTry);
  });
  try {
    refuseByHead(answer, lastTry);
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
  return judged(answer.body, {
    headBytes: tellingBytes,
    refuse: (head) => refuseByBytes(answer.host, head),
    translate: (error) => outcomeOf(error, lastTry),
  });
};

type Reason = ErrorDetails & { readonly cause: string; readonly host: string };

const downloadFailed = (message: string, details: Reason): JobFailure =>
  new JobFailure('audio_download_failed', message, details);

const outcomeOf = (error: unknown, lastTry: boolean): unknown => {
  if (!(error instanceof FetchFailure) || error.kind === 'aborted') return error;
  const { kind, host, message } = error;
  if (kind === 'too_large') {
    const told = `The file at ${host} has more than ${uploadMaxBytes} bytes.`;
    return new JobFailure('audio_too_large', told, { host, max_bytes: uploadMaxBytes });
  }
  return error.transient && !lastTry ? error : downloadFailed(message, { cause: kind, host });
};

const passing = new Set([408, 425, 429]);

const refuseByHead = ({ status, headers, host }: SafeAnswer, lastTry: boolean): void => {
  // 206 is a part that nobody asked for, 202 a promise, 204 nothing: only 200 is the file.
  if (status !== 200) {
    const message = `${host} answered with HTTP status ${status}.`;
    if ((passing.has(status) || status >= 500) && !lastTry) throw new Error(message);
    throw downloadFailed(message, { cause: 'http_status', http_status: status, host });
  }
  if (isPageType(headers['content-type'] ?? '')) throw notAudio(host);
};

const refuseByBytes = (host: string, head: Buffer): void => {
  if (head.length === 0)
    throw downloadFailed(`${host} answered with an empty file.`, { cause: 'empty', host });
  if (beginsAsPage(head)) throw notAudio(host);
};

const notAudio = (host: string): JobFailure =>
  downloadFailed(`${host} answered with a page or with data instead of a file of audio.`, {
    cause: 'not_audio',
    host,
  });
