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
  /** Called with the current job about every two seconds. */
  readonly onProgress?: ((job: Transcription) => void) | undefined;
};

export type TranscriptFile = {
  readonly format: 'txt' | 'srt' | 'vtt' | 'json';
  readonly language?: 'original' | 'translated' | 'both' | undefined;
};

const path = '/v1/transcriptions';
const longestWaitSeconds = 25;
const progressMs = 2_000;
/** A wait ends this long after the first missing answer. A live session tolerates an outage of the same length. */
const maxOutageMs = 10 * 60_000;

/** Adds the id of the job to the error, because the job continues without its caller. */
const naming = (error: unknown, transcriptionId: string): unknown => {
  if (error instanceof EarshotError) return Object.assign(error, { transcriptionId });
  if (!(error instanceof DOMException)) return error;
  // The reason of an abort is shared by all calls with its signal, so it is copied.
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

  /** Queues a job for audio that is uploaded, registered or at a URL. The client's `transcribe` does all steps. */
  create(job: NewTranscription, options: CreateOptions = {}): Promise<QueuedTranscription> {
    return this.#http.create(path, job, options);
  }

  get(id: string, query: GetTranscriptionQuery = {}, { signal }: CallOptions = {}): Promise<Transcription> {
    return this.#http.json({ method: 'GET', path: pathOf(path, id), query, signal });
  }

  /**
   * Waits until the job has ended. Tolerates ten minutes without an answer. Throws a `TranscriptionFailedError` if the
   * job ends without a text. Every error has the id of the job as `transcriptionId`.
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

  /**
   * The current job. Uses a request that waits on the server. If both of the key's waiting requests are in use, polls
   * again later instead.
   */
  async #next(id: string, waits: boolean, signal?: AbortSignal): Promise<Transcription> {
    const { nowMs, sleep } = this.#http.environment;
    let givenUpMs = Number.POSITIVE_INFINITY;
    for (let wait = waits ? longestWaitSeconds : undefined; ;) {
      try {
        return await this.get(id, wait === undefined ? {} : { wait }, { signal });
      } catch (error) {
        const isRefused = error instanceof RateLimitError;
        // A refusal is an answer, so it ends an outage.
        givenUpMs = isRefused ? Number.POSITIVE_INFINITY : Math.min(givenUpMs, nowMs() + maxOutageMs);
        if (!mayPass(error) || nowMs() >= givenUpMs) throw error;
        if (isRefused) wait = undefined;
        await sleep(isRefused ? error.retryAfterMs || progressMs : maxDelayMs, signal);
      }
    }
  }

  /** Jobs, newest first, without their text. `for await` reads page by page. */
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

  /** Queues a new job with the audio of a failed one. */
  retry(id: string, { signal }: CallOptions = {}): Promise<QueuedTranscription> {
    return this.#http.json({ method: 'POST', path: `${pathOf(path, id)}/retry`, signal });
  }

  /** The webhook deliveries about the end of a job. */
  deliveries(id: string, { signal }: CallOptions = {}): AsyncGenerator<WebhookDelivery> {
    return listAll(this.#http, { path: `${pathOf(path, id)}/deliveries`, query: {}, signal });
  }

  /** The credit that the job held, returned and cost. */
  ledger(id: string, { signal }: CallOptions = {}): Promise<JobLedger> {
    return this.#http.json({ method: 'GET', path: `${pathOf(path, id)}/ledger`, signal });
  }

  /** The text as a file in one format. */
  file(id: string, file: TranscriptFile, { signal }: CallOptions = {}): Promise<string> {
    return this.#http.text({ method: 'GET', path: `${pathOf(path, id)}/transcript`, query: file, signal });
  }

  srt(id: string, options: CallOptions = {}): Promise<string> {
    return this.file(id, { format: 'srt' }, options);
  }

  vtt(id: string, options: CallOptions = {}): Promise<string> {
    return this.file(id, { format: 'vtt' }, options);
  }

  /** The text with the times of each word. */
  words(id: string, { signal }: CallOptions = {}): Promise<Transcript> {
    return this.#http.json({
      method: 'GET',
      path: `${pathOf(path, id)}/transcript`,
      signal,
      query: { format: 'json' },
    });
  }
}
