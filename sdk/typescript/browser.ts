import { UploadError, ConnectionError } from './errors.ts';
import type { UploadProgress } from './upload-progress.ts';
import type { UploadGrant } from './types.ts';

export { ConnectionError, EarshotError, UploadError } from './errors.ts';
export {
  RealtimeConnection,
  type RealtimeEvent,
  type RealtimeOptions,
  type RealtimeState,
} from './realtime.ts';
export type { CreatedRealtimeSession, UploadGrant } from './types.ts';
export type { UploadProgress } from './upload-progress.ts';

/** The part of XMLHttpRequest that this file uses, because the file is also type-checked without DOM types. */
type Xhr = {
  readonly status: number;
  readonly responseText: string;
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number; total: number }) => void): void;
  };
  addEventListener(type: 'load' | 'error', listener: () => void): void;
  open(method: string, url: string): void;
  send(body: FormData): void;
  abort(): void;
};
declare const XMLHttpRequest: new () => Xhr;

type BrowserUploadOptions = {
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Posts a file to a grant that your server requested, without an API key. Afterwards let your server queue a job with
 * the grant's `id`. Uses XMLHttpRequest, because browsers report no progress for `fetch`.
 */
export const upload = (
  file: Blob,
  grant: Pick<UploadGrant, 'upload_url' | 'upload_fields'>,
  { onUpload, signal }: BrowserUploadOptions = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const form = new FormData();
    for (const [name, value] of Object.entries(grant.upload_fields)) form.set(name, value);
    form.set('file', file);
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal?.reason);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onUpload?.({ sentBytes: loaded, totalBytes: total }),
    );
    request.addEventListener('load', () => {
      signal?.removeEventListener('abort', stop);
      if (request.status < 300) resolve();
      else reject(new UploadError(request.status, request.responseText));
    });
    request.addEventListener('error', () =>
      reject(new ConnectionError('The upload was cut. Post the file to the same grant again.')),
    );
    signal?.addEventListener('abort', stop, { once: true });
    request.open('POST', grant.upload_url);
    request.send(form);
  });
