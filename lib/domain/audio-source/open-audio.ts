import { ForeignFault } from '#lib/platform/foreign-fault.ts';
import type { Readable } from 'node:stream';
import { type ErrorDetails, JobFailure, TransientJobFailure } from '#lib/platform/errors.ts';
import { sniffAudio, sniffBytes, tagBytes } from '#lib/speech/audio/sniff.ts';
import { FetchFailure, type FetchFailureKind } from '#lib/platform/net/fetch-failure.ts';
import { safeFetch, type SafeResponse, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { uploadMaxBytes } from '#lib/domain/uploads/upload.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { rejectNonAudio } from './reject-non-audio.ts';

const totalMs = 10 * minuteMs;

/**
 * All customers share the workers, and a source that is slower than this would occupy one for the full ten minutes. File
 * servers are a hundred times faster. At this rate a file could have at most 12 MB.
 */
const minRate = { bytesPerSecond: 20_000, afterMs: 10_000 };

export type AudioSource = {
  readonly url: string;
  /** Whether a transient error fails the job, because all attempts are used up. */
  readonly lastTry: boolean;
  /**
   * Whether a transient error that takes long to appear fails the job. Such errors get fewer attempts, because each one
   * occupies a shared worker.
   */
  readonly lastSlowTry: boolean;
};

/**
 * The bytes at a customer's URL: 1 to `uploadMaxBytes`, beginning like audio. Both the promise and the stream fail with a
 * `JobFailure` for a permanent error, and with another error for one to retry.
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
    minRate,
    signal,
  } as const;
  const response = await safeFetch(deps, request).catch((error: unknown) => {
    throw outcomeOf(error, source);
  });
  try {
    refuseByHead(response, source);
  } catch (error) {
    response.body.destroy();
    throw error;
  }
  return rejectNonAudio(response.body, {
    headBytes: sniffBytes,
    refuse: (head) => refuseByBytes(response.host, head),
    translate: (error) => outcomeOf(error, source),
  });
};

type Reason = ErrorDetails & { readonly cause: string; readonly host: string };

const downloadFailed = (message: string, details: Reason, isTransient = false): JobFailure =>
  new (isTransient ? TransientJobFailure : JobFailure)('audio_download_failed', message, details);

const slow: readonly FetchFailureKind[] = ['too_slow', 'timeout'];

const outcomeOf = (error: unknown, { lastTry, lastSlowTry }: AudioSource): unknown => {
  if (!(error instanceof FetchFailure) || error.kind === 'aborted') return error;
  const { kind, host, message } = error;
  if (kind === 'too_large') {
    const tooLarge = `The file at ${host} has more than ${uploadMaxBytes} bytes.`;
    return new JobFailure('audio_too_large', tooLarge, { host, max_bytes: uploadMaxBytes });
  }
  const isLast = slow.includes(kind) ? lastSlowTry : lastTry;
  if (error.transient && !isLast) return error;
  const tooSlow = `${host} sent less than ${minRate.bytesPerSecond / 1000} kB a second on average.`;
  return downloadFailed(kind === 'too_slow' ? tooSlow : message, { cause: kind, host }, error.transient);
};

const transientStatuses = new Set([408, 425, 429]);

const refuseByHead = ({ status, host }: SafeResponse, { lastTry }: AudioSource): void => {
  // Only 200 is the file: 206 is a part that was not requested, 202 only promises a file, and 204 has no content.
  if (status === 200) return;
  const message = `${host} returned HTTP status ${status}.`;
  const isTransient = transientStatuses.has(status) || status >= 500;
  if (isTransient && !lastTry) throw new ForeignFault(message);
  throw downloadFailed(message, { cause: 'http_status', http_status: status, host }, isTransient);
};

/** The beginning of HTML, XML or JSON. No audio format begins like that. */
const page = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|\{\s*["}]|\[\s*["{[\]])/i;

const refuseByBytes = (host: string, bytes: Buffer): void => {
  // The same number of bytes that decoding inspects, so that both give the same error.
  const head = bytes.subarray(0, sniffBytes);
  if (head.length === 0) throw downloadFailed(`${host} returned an empty file.`, { cause: 'empty', host });
  if (page.test(head.toString('latin1'))) throw notAudio(host);
  // In these files the audio may begin long after a tag, so the decoder checks them instead.
  if (tagBytes(head) === 0) sniffAudio(head);
};

const notAudio = (host: string): JobFailure =>
  downloadFailed(`${host} returned a page or data instead of an audio file.`, {
    cause: 'not_audio',
    host,
  });
