import type { Http } from './http.ts';
import { listAll } from './pages.ts';
import type { CallOptions } from './transcriptions.ts';
import type { ListFilesQuery, NewFile, RegisteredFile } from './types.ts';
import type { Uploads, UploadOptions } from './uploads.ts';

/** Audio that any number of jobs may use for a day. */
export class Files {
  readonly #http: Http;
  readonly #uploads: Uploads;
  constructor(http: Http, uploads: Uploads) {
    this.#http = http;
    this.#uploads = uploads;
  }

  /** Uploads audio and registers it as a file. */
  async upload(
    audio: Blob,
    labels: Omit<NewFile, 'upload_id'> = {},
    options: UploadOptions = {},
  ): Promise<RegisteredFile> {
    const { signal } = options;
    const uploadId = await this.#uploads.send(audio, { filename: labels.name, ...options });
    return this.#http.json({
      ...{ method: 'POST', path: '/v1/files', idempotencyKey: this.#http.environment.newKey(), signal },
      body: { ...labels, upload_id: uploadId },
    });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<RegisteredFile> {
    return this.#http.json({ method: 'GET', path: pathOf(id), signal });
  }

  list(query: ListFilesQuery = {}, { signal }: CallOptions = {}): AsyncGenerator<RegisteredFile> {
    return listAll(this.#http, { path: '/v1/files', query, signal });
  }

  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(id), signal });
  }
}

const pathOf = (id: string): string => `/v1/files/${encodeURIComponent(id)}`;
