import { RateLimitError, TranscriptionFailedError } from './errors.ts';
import { type CallOptions, type CreateOptions, type Http, pathOf } from './http.ts';
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
  readonly language?: 'original' | 'translated' | 'both';
};

const path = '/v1/transcriptions';
const longestWaitSeconds = 25;
const progressMs = 2_000;

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

  /** Waits until the job has ended. Throws a `TranscriptionFailedError` for one without a text. */
  async wait(id: string, { onProgress, signal }: WaitOptions = {}): Promise<Transcription> {
    for (;;) {
      const job = await this.#next(id, onProgress === undefined, signal);
      onProgress?.(job);
      if (job.status === 'completed') return job;
      if (isEnded(job)) throw new TranscriptionFailedError(job);
      if (onProgress) await this.#http.environment.sleep(progressMs, signal);
    }
  }

  /** A request that waits takes one of two places of the key; without one it asks again later. */
  async #next(id: string, waits: boolean, signal?: AbortSignal): Promise<Transcription> {
    try {
      return await this.get(id, waits ? { wait: longestWaitSeconds } : {}, { signal });
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      await this.#http.environment.sleep(error.retryAfterMs ?? progressMs, signal);
      return this.get(id, {}, { signal });
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
