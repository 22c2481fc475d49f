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

/** The part of XMLHttpRequest that is used here, as this file is also checked where there is no DOM. */
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
 * Posts a file to the grant that your server asked for, without an API key. Then let your server queue a job with the
 * grant's `id`. By XMLHttpRequest, as browsers tell no progress of `fetch`.
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
