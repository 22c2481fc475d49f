import { ApiError } from '../api/api-error.ts';
import type { UploadGrant } from '../api/types.ts';

type PostOptions = { signal: AbortSignal; onProgress: (sent: number) => void };

/** Posts the file to the bucket. Uses XMLHttpRequest, because `fetch` reports no upload progress. Rejects with an `ApiError`. */
export const postFile = (
  grant: UploadGrant,
  file: File,
  { signal, onProgress }: PostOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(grant.upload_fields)) form.set(name, value);
    form.set('file', file);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusal(request));
    });
    request.addEventListener('error', () => reject(ApiError.unreachable()));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was canceled.', 'AbortError')),
    );
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.open(grant.upload_method, grant.upload_url);
    request.send(form);
  });

/** S3 reports errors as XML. */
const refusal = ({ status, responseText }: XMLHttpRequest): ApiError => {
  const [, code = 'upload_refused'] = /<Code>(\w+)<\/Code>/.exec(responseText) ?? [];
  return new ApiError(status, {
    type: code,
    message: `The object store refused the file (${code}). Try again. If it fails again, choose another file.`,
  });
};
