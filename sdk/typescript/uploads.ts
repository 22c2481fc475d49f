import { type AudioHere, blobOf, formatNameOf, nameOf } from './audio-here.ts';
import { audioTypeOf } from './audio-type.ts';
import { ApiError, UploadError } from './errors.ts';
import { exchange } from './exchange.ts';
import type { CallOptions, CreateOptions, Http } from './http.ts';
import { multipartOf, sizeOf, streamOf } from './multipart.ts';
import type { NewUpload, UploadGrant } from './types.ts';
import type { UploadProgress } from './upload-progress.ts';

export type PostOptions = CallOptions & {
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
};
export type UploadOptions = CreateOptions & PostOptions;
type Target = Pick<UploadGrant, 'upload_url' | 'upload_fields'>;
type Sending = UploadOptions & {
  readonly audio: AudioHere;
  /** Its extension tells the format if the first bytes of the audio do not. */
  readonly filename?: string | undefined;
  /** The display name. The default is the audio's own. */
  readonly label?: string | null | undefined;
};

/** Derives a second key from the caller's key. It is always the same, so that another call finds what this one uploaded. */
const keyAfter = async (key: string): Promise<string> => {
  const bytes = new TextEncoder().encode(`earshot:upload-again:${key}`);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Whether a grant or its audio has expired. The store says this of a grant only in its message. */
const isExpired = (error: unknown): boolean =>
  (error instanceof ApiError && error.type === 'upload_expired') ||
  (error instanceof UploadError && error.message.includes('expired'));

/**
 * Runs a step that uploads with a grant under this key. If the grant expires meanwhile, or an earlier call with the key
 * left an expired upload, runs the step again with a grant under another key.
 */
const unlessExpired = async <Answer>(
  step: (grantKey: string | undefined) => Promise<Answer>,
  grantKey: string | undefined,
): Promise<Answer> => {
  const again = grantKey === undefined ? [] : [await keyAfter(grantKey)];
  for (const key of [grantKey, ...again]) {
    try {
      return await step(key);
    } catch (error) {
      if (!isExpired(error)) throw error;
    }
  }
  return step(undefined);
};

const octetStream = 'application/octet-stream';

/**
 * Requests a grant for the type and size of the audio, posts the audio to it, and passes its `upload_id` and its name to
 * `use`. Does not post again what an earlier call with the same key posted, unless it has expired.
 */
export const sendFor = async <Answer>(
  uploads: Uploads,
  { audio, filename, label, idempotencyKey, ...options }: Sending,
  use: (uploadId: string, name: string | undefined) => Promise<Answer>,
): Promise<Answer> => {
  const blob = await blobOf(audio, options.signal);
  const type = (await audioTypeOf(blob)) ?? octetStream;
  const named = filename ?? formatNameOf(audio, label ?? undefined);
  const upload = {
    content_type: type,
    size_bytes: blob.size,
    ...(type === octetStream && named !== undefined && { filename: named }),
  };
  return unlessExpired(async (key) => {
    const grant = await uploads.create(upload, { ...options, idempotencyKey: key });
    if (grant.status === 'issued') await uploads.post(grant, blob, options);
    return use(grant.id, label ?? nameOf(audio));
  }, idempotencyKey);
};

/** Upload grants. Each is for one file, which a browser can post without a key. */
export class Uploads {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Requests a grant. Give it to a browser, or `post` here. Its `id` is the `upload_id` of a job. */
  create(upload: NewUpload, options: CreateOptions = {}): Promise<UploadGrant> {
    return this.#http.create('/v1/transcription-uploads', upload, options);
  }

  /**
   * Posts audio to a grant, and retries after a broken connection. Throws an `UploadError` if the object store refuses
   * the audio.
   */
  async post(grant: Target, audio: AudioHere, options: PostOptions = {}): Promise<void> {
    const blob = await blobOf(audio, options.signal);
    return this.#http.retrying(() => this.#post(grant, blob, options), options.signal);
  }

  /**
   * Requests a grant for the type and size of the audio, and posts the audio to it. Returns its `upload_id`. Does not
   * post again what an earlier call with the same key posted.
   */
  send(audio: AudioHere, options: UploadOptions & Pick<Sending, 'filename'> = {}): Promise<string> {
    return sendFor(this, { ...options, audio }, async (id) => id);
  }

  async #post(grant: Target, audio: Blob, { onUpload, signal }: PostOptions): Promise<void> {
    const boundary = `earshot-${this.#http.environment.newKey()}`;
    const pieces = multipartOf({ fields: grant.upload_fields, file: audio, boundary });
    const totalBytes = sizeOf(pieces);
    // Deno and workers send a stream without its length. Bun omits a file within a Blob.
    const streams = /^(Node\.js|Bun)\//.test(globalThis.navigator?.userAgent);
    let unsent: unknown;
    const onError = (error: unknown) => void (unsent = error);
    const request: RequestInit & { duplex?: 'half' } = {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(streams && { 'content-length': String(totalBytes) }),
      },
      // If redirects were allowed, fetch would keep all sent bytes of a stream.
      ...(streams
        ? { body: streamOf(pieces, onError, onUpload), duplex: 'half', redirect: 'error' }
        : { body: new Blob([...pieces]), redirect: 'manual' }),
      ...(signal && { signal }),
    };
    const { response, text } = await exchange(grant.upload_url, request, {
      fetch: this.#http.environment.fetch,
      failure: 'The upload was cut.',
    }).catch((error: unknown) => {
      throw unsent ?? error;
    });
    if (!response.ok) throw new UploadError(response.status, text);
    if (!streams) onUpload?.({ sentBytes: totalBytes, totalBytes });
  }
}
