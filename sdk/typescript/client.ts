import { type AudioHere, isStream } from './audio-here.ts';
import { type Environment, liveEnvironment } from './environment.ts';
import { EarshotError } from './errors.ts';
import { Files } from './files.ts';
import { assertSendable, type CallOptions, type CreateOptions, Http } from './http.ts';
import { RequestLog } from './request-log.ts';
import { RealtimeSessions } from './realtime-sessions.ts';
import { Transcriptions, type WaitOptions } from './transcriptions.ts';
import type { Capabilities, NewTranscription, Transcription } from './types.ts';
import { sendFor, Uploads, type UploadOptions } from './uploads.ts';
import { UsageReports } from './usage-reports.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';

export type EarshotOptions = {
  /** The address of the deployment, "https://api.example", with or without "/v1". */
  readonly baseUrl: string;
  /** The API key. Keep it on your server. */
  readonly apiKey: string;
  /** How often a request is retried if a retry may succeed. The default is 4. */
  readonly maxRetries?: number | undefined;
  /** For tests. */
  readonly environment?: Partial<Environment> | undefined;
};

/** Audio that needs no upload. Excludes objects that also have a `url`, such as a Request or a Response of `fetch`. */
type Remote = ({ readonly url: string | URL } | { readonly fileId: string }) & {
  readonly body?: never;
  readonly [Symbol.asyncIterator]?: never;
};
/** The audio itself, or a reference to audio that the service already has or can fetch. */
export type AudioSource = AudioHere | Remote;

type Options = Omit<NewTranscription, 'upload_id' | 'audio_url' | 'audio_uri' | 'file_id'>;
export type TranscribeOptions = Options & WaitOptions & CreateOptions & Pick<UploadOptions, 'onUpload'>;

type Source = Pick<NewTranscription, 'upload_id' | 'audio_url' | 'file_id'>;

const isRemote = (source: AudioSource | null): source is Remote =>
  typeof source === 'object' &&
  source !== null &&
  !(isStream(source) || 'body' in source) &&
  ('url' in source || 'fileId' in source);

/** Whether the paths of the service can follow this address. */
const isAddress = (url: URL | null): boolean =>
  url !== null && /^https?:$/.test(url.protocol) && url.username + url.search + url.hash === '';

/** A client of one deployment, with the key of one project. */
export class Earshot {
  readonly transcriptions: Transcriptions;
  readonly uploads: Uploads;
  readonly files: Files;
  readonly realtime: RealtimeSessions;
  readonly webhooks: WebhookEndpoints;
  readonly usage: UsageReports;
  readonly requests: RequestLog;
  readonly #http: Http;

  constructor({ baseUrl, apiKey, maxRetries = 4, environment }: EarshotOptions) {
    // A value that was read from a file ends with a line break. An unset variable is undefined in JavaScript, despite its type.
    const address = (baseUrl ?? '').trim();
    const key = (apiKey ?? '').trim();
    if (!isAddress(URL.parse(address)))
      throw new EarshotError('baseUrl is not an address such as https://api.example.');
    if (key === '') throw new EarshotError('apiKey is missing.');
    assertSendable('apiKey', key);
    this.#http = new Http(
      { baseUrl: address, apiKey: key, maxRetries },
      { ...liveEnvironment, ...environment },
    );
    this.transcriptions = new Transcriptions(this.#http);
    this.uploads = new Uploads(this.#http);
    this.files = new Files(this.#http, this.uploads);
    this.realtime = new RealtimeSessions(this.#http);
    this.webhooks = new WebhookEndpoints(this.#http);
    this.usage = new UsageReports(this.#http);
    this.requests = new RequestLog(this.#http);
  }

  /** The capabilities of the deployment: languages, formats, limits, price. */
  capabilities({ signal }: CallOptions = {}): Promise<Capabilities> {
    return this.#http.json({ method: 'GET', path: '/v1/capabilities', signal });
  }

  /**
   * Uploads the audio, queues a job and waits until it has ended. Throws a `TranscriptionFailedError` if the job ends
   * without a text. `signal` aborts the wait, not the job.
   */
  async transcribe(source: AudioSource, options: TranscribeOptions = {}): Promise<Transcription> {
    const { onProgress, signal } = options;
    const { id } = await this.submit(source, options);
    return this.transcriptions.wait(id, { onProgress, signal });
  }

  /** Uploads the audio and queues a job without waiting for its end. Use it with webhooks. */
  async submit(source: AudioSource, options: TranscribeOptions = {}) {
    const {
      onProgress: _,
      onUpload,
      signal,
      idempotencyKey = this.#http.environment.newKey(),
      ...job
    } = options;
    const create = (audio: Source & { filename?: string }) =>
      this.transcriptions.create({ ...job, ...audio }, { signal, idempotencyKey });
    if (isRemote(source))
      return create('url' in source ? { audio_url: String(source.url) } : { file_id: source.fileId });
    const sending = { audio: source, label: job.filename, onUpload, signal, idempotencyKey };
    return sendFor(this.uploads, sending, (id, name) =>
      create({ upload_id: id, ...(name !== undefined && { filename: name }) }),
    );
  }
}
