import type { Readable } from 'node:stream';
import { JobFailure, type ErrorDetails } from '#lib/platform/errors.ts';
import { sniffAudio, sniffBytes, tagBytes } from '#lib/speech/audio/sniff.ts';
import { FetchFailure, type FetchFailureKind } from '#lib/platform/net/fetch-failure.ts';
import { safeFetch, type SafeAnswer, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { uploadMaxBytes } from '#lib/domain/uploads/upload.ts';
import { rejectNonAudio } from './reject-non-audio.ts';
import { beginsAsPage, isPageType } from './not-audio.ts';

const totalMs = 10 * 60 * 1000;

/**
 * A byte now and then would hold a worker, which all customers share, for the whole ten minutes. Servers of files are a
 * hundred times as fast as this, and what comes more slowly could have 12 MB at most.
 */
const minRate = { bytesPerSecond: 20_000, afterMs: 10_000 };

export type AudioSource = {
  readonly url: string;
  /** Whether a passing fault ends the job, because it was tried often enough. */
  readonly lastTry: boolean;
  /** The same of a fault that takes long to show: it holds a worker that others wait for. */
  readonly lastSlowTry: boolean;
};

/**
 * The bytes at a customer's URL: 1 to `uploadMaxBytes` of them, which begin as audio does. Both the promise and the
 * stream fail with a `JobFailure` where another try would not help, and with another error where it may.
 */
export const openAudio = async (
  deps: SafeFetchDeps,
  source: AudioSource,
  signal: AbortSignal,
): Promise<Readable> => {
  const { url } = source;
  const request = {
    url,
    method: 'GET',
    maxBytes: uploadMaxBytes,
    totalMs,
    minRate: minRate,
    signal,
  } as const;
  const answer = await safeFetch(deps, request).catch((error: unknown) => {
    throw outcomeOf(error, source);
  });
  try {
    refuseByHead(answer, source);
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
  return rejectNonAudio(answer.body, {
    headBytes: sniffBytes,
    refuse: (head) => refuseByBytes(answer.host, head),
    translate: (error) => outcomeOf(error, source),
  });
};

type Reason = ErrorDetails & { readonly cause: string; readonly host: string };

const downloadFailed = (message: string, details: Reason): JobFailure =>
  new JobFailure('audio_download_failed', message, details);

const slow: readonly FetchFailureKind[] = ['too_slow', 'timeout'];

const outcomeOf = (error: unknown, { lastTry, lastSlowTry }: AudioSource): unknown => {
  if (!(error instanceof FetchFailure) || error.kind === 'aborted') return error;
  const { kind, host, message } = error;
  if (kind === 'too_large') {
    const told = `The file at ${host} has more than ${uploadMaxBytes} bytes.`;
    return new JobFailure('audio_too_large', told, { host, max_bytes: uploadMaxBytes });
  }
  const isLast = slow.includes(kind) ? lastSlowTry : lastTry;
  if (error.transient && !isLast) return error;
  const told = `${host} sent less than ${minRate.bytesPerSecond / 1000} kB a second on average.`;
  return downloadFailed(kind === 'too_slow' ? told : message, { cause: kind, host });
};

const passing = new Set([408, 425, 429]);

const refuseByHead = ({ status, headers, host }: SafeAnswer, { lastTry }: AudioSource): void => {
  // 206 is a part that nobody asked for, 202 a promise, 204 nothing: only 200 is the file.
  if (status !== 200) {
    const message = `${host} answered with HTTP status ${status}.`;
    if ((passing.has(status) || status >= 500) && !lastTry) throw new Error(message);
    throw downloadFailed(message, { cause: 'http_status', http_status: status, host });
  }
  if (isPageType(headers['content-type'] ?? '')) throw notAudio(host);
};

const refuseByBytes = (host: string, bytes: Buffer): void => {
  // As many as the decoder's stage looks at, so that both say the same.
  const head = bytes.subarray(0, sniffBytes);
  if (head.length === 0)
    throw downloadFailed(`${host} answered with an empty file.`, { cause: 'empty', host });
  if (beginsAsPage(head)) throw notAudio(host);
  // What stands behind a tag may be far off, and is for the decoder to say.
  if (tagBytes(head) === 0) sniffAudio(head);
};

const notAudio = (host: string): JobFailure =>
  downloadFailed(`${host} answered with a page or with data instead of a file of audio.`, {
    cause: 'not_audio',
    host,
  });
