import { audioTypeOf } from './audio-type.ts';
import { ConnectionError, UploadError } from './errors.ts';
import type { Http } from './http.ts';
import { multipartOf, type UploadProgress, watched } from './multipart.ts';
import type { UploadGrant } from './types.ts';

export type UploadOptions = {
  /** Its extension tells the format of audio whose first bytes do not. */
  readonly filename?: string | undefined;
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
};

const octetStream = 'application/octet-stream';

const grantFor = async (http: Http, audio: Blob, options: UploadOptions): Promise<UploadGrant> => {
  const { filename, signal, idempotencyKey = http.environment.newKey() } = options;
  const type = (await audioTypeOf(audio)) ?? octetStream;
  return http.json<UploadGrant>({
    ...{ method: 'POST', path: '/v1/transcription-uploads', idempotencyKey, signal },
    body: {
      ...{ content_type: type, size_bytes: audio.size },
      ...(type === octetStream && filename !== undefined && { filename }),
    },
  });
};

const post = async (http: Http, grant: UploadGrant, { audio, onUpload, signal }: Posted): Promise<void> => {
  const boundary = `earshot-${http.environment.newKey()}`;
  const body = multipartOf({ fields: grant.upload_fields, file: audio, boundary });
  const request: RequestInit & { duplex?: 'half' } = {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      // Of a stream the length is not known otherwise.
      ...(onUpload && { 'content-length': String(body.size) }),
    },
    ...(onUpload ? { body: watched(body, onUpload), duplex: 'half' } : { body }),
    ...(signal && { signal }),
  };
  const response = await http.environment.fetch(grant.upload_url, request).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ConnectionError('The upload was cut.', { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new UploadError(response.status, text);
};
type Posted = Pick<UploadOptions, 'onUpload' | 'signal'> & { readonly audio: Blob };

/** Uploads audio. A cut upload is repeated with the same grant. Returns its `upload_id`. */
export const uploadAudio = async (http: Http, audio: Blob, options: UploadOptions): Promise<string> => {
  const grant = await grantFor(http, audio, options);
  await http.retrying(() => post(http, grant, { ...options, audio }), options.signal);
  return grant.id;
};
