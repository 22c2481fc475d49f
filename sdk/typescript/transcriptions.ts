import { EarshotError, RateLimitError, TranscriptionFailedError } from './errors.ts';
import { type CallOptions, type CreateOptions, type Http, maxDelayMs, mayPass, pathOf } from './http.ts';
import { listAll } from './pages.ts';
import type {
  GetTranscriptionQuery,
  JobLedger,
  ListTranscriptionsQuery,
  NewTranscription,
  QueuedTranscription,
  Transcript,
  Transcription,
  TranscriptionSummary,
  WebhookDelivery,
} from './types.ts';

export type WaitOptions = CallOptions & {
  /** The job so far, about every two seconds. */
  readonly onProgress?: ((job: Transcription) => void) | undefined;
};

export type TranscriptFile = {
  readonly format: 'txt' | 'srt' | 'vtt' | 'json';
  readonly language?: 'original' | 'translated' | 'both' | undefined;
};

const path = '/v1/transcriptions';
const longestWaitSeconds = 25;
const progressMs = 2_000;
/** Time since the first answer that was missing, after which a wait ends. A live session survives as much. */
const maxOutageMs = 10 * 60_000;

/** The error, with the id of the job that goes on without its caller. */
const naming = (error: unknown, transcriptionId: string): unknown => {
  if (error instanceof EarshotError) return Object.assign(error, { transcriptionId });
  if (!(error instanceof DOMException)) return error;
  // The reason of an abort belongs to all calls with its signal.
  const named = new DOMException(error.message, error.name);
  return Object.assign(named, { cause: error, transcriptionId });
};

/** Whether a job has ended, with or without a text. */
export const isEnded = ({ status }: Pick<Transcription, 'status'>): boolean =>
  status !== 'queued' && status !== 'processing';

/** The jobs of the key's project. */
export class Transcriptions {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Queues a job for audio that is uploaded, registered or behind a URL. `transcribe` of the client does the whole. */
  create(job: NewTranscription, options: CreateOptions = {}): Promise<QueuedTranscription> {
    return this.#http.create(path, job, options);
  }

  get(id: string, query: GetTranscriptionQuery = {}, { signal }: CallOptions = {}): Promise<Transcription> {
    return this.#http.json({ method: 'GET', path: pathOf(path, id), query, signal });
  }

  /**
   * Waits until the job has ended, also through ten minutes without an answer. Throws a `TranscriptionFailedError` for a job
   * without a text. What it throws has the id as `transcriptionId`.
   */
  async wait(id: string, { onProgress, signal }: WaitOptions = {}): Promise<Transcription> {
    try {
      for (;;) {
        const job = await this.#next(id, onProgress === undefined, signal);
        onProgress?.(job);
        if (job.status === 'completed') return job;
        if (isEnded(job)) throw new TranscriptionFailedError(job);
        if (onProgress) await this.#http.environment.sleep(progressMs, signal);
      }
    } catch (error) {
      throw naming(error, id);
    }
  }

  /** The job as it is, by a request that waits, or, without one of the two places that a key has for these, later by another. */
  async #next(id: string, waits: boolean, signal?: AbortSignal): Promise<Transcription> {
    const { nowMs, sleep } = this.#http.environment;
    let givenUpMs = Number.POSITIVE_INFINITY;
    for (let wait = waits ? longestWaitSeconds : undefined; ;) {
      try {
        return await this.get(id, wait === undefined ? {} : { wait }, { signal });
      } catch (error) {
        const isRefused = error instanceof RateLimitError;
        // A refusal is an answer: it ends an outage.
        givenUpMs = isRefused ? Number.POSITIVE_INFINITY : Math.min(givenUpMs, nowMs() + maxOutageMs);
        if (!mayPass(error) || nowMs() >= givenUpMs) throw error;
        if (isRefused) wait = undefined;
        await sleep(isRefused ? (error.retryAfterMs ?? progressMs) : maxDelayMs, signal);
      }
    }
  }

  /** Jobs, newest first, without their text; `for await` reads page by page. */
  list(
    query: ListTranscriptionsQuery = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<TranscriptionSummary> {
    return listAll(this.#http, { path, query, signal });
  }

  /** Cancels an unfinished job, and erases text and audio of an ended one. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(path, id), signal });
  }

  /** Queues a new job with the audio that a failed one keeps. */
  retry(id: string, { signal }: CallOptions = {}): Promise<QueuedTranscription> {
    return this.#http.json({ method: 'POST', path: `${pathOf(path, id)}/retry`, signal });
  }

  /** What was sent to webhooks about the end of a job. */
  deliveries(id: string, { signal }: CallOptions = {}): AsyncGenerator<WebhookDelivery> {
    return listAll(this.#http, { path: `${pathOf(path, id)}/deliveries`, query: {}, signal });
  }

  /** What the job held, gave back and cost. */
  ledger(id: string, { signal }: CallOptions = {}): Promise<JobLedger> {
    return this.#http.json({ method: 'GET', path: `${pathOf(path, id)}/ledger`, signal });
  }

  /** The text as the file of one format. */
  file(id: string, file: TranscriptFile, { signal }: CallOptions = {}): Promise<string> {
    return this.#http.text({ method: 'GET', path: `${pathOf(path, id)}/transcript`, query: file, signal });
  }

  srt(id: string, options: CallOptions = {}): Promise<string> {
    return this.file(id, { format: 'srt' }, options);
  }

  vtt(id: string, options: CallOptions = {}): Promise<string> {
    return this.file(id, { format: 'vtt' }, options);
  }

  /** The text with each word and its times. */
  words(id: string, { signal }: CallOptions = {}): Promise<Transcript> {
    return this.#http.json({
      method: 'GET',
      path: `${pathOf(path, id)}/transcript`,
      signal,
      query: { format: 'json' },
    });
  }
}
