import type { AudioHere } from './audio-here.ts';
import { type CallOptions, type Http, pathOf } from './http.ts';
import { listAll } from './pages.ts';
import type { ListFilesQuery, NewFile, RegisteredFile } from './types.ts';
import { sendFor, type Uploads, type UploadOptions } from './uploads.ts';

const path = '/v1/files';

/** Audio files that any number of jobs may use for a day. */
export class Files {
  readonly #http: Http;
  readonly #uploads: Uploads;
  constructor(http: Http, uploads: Uploads) {
    this.#http = http;
    this.#uploads = uploads;
  }

  /** Uploads audio and registers it as a file. The default name is the audio's own. */
  async upload(
    audio: AudioHere,
    labels: Omit<NewFile, 'upload_id'> = {},
    options: UploadOptions = {},
  ): Promise<RegisteredFile> {
    const { signal, idempotencyKey = this.#http.environment.newKey() } = options;
    const sending = { ...options, audio, label: labels.name, idempotencyKey };
    return sendFor(this.#uploads, sending, (id, name) => {
      const file = { ...labels, ...(name !== undefined && { name }), upload_id: id };
      return this.#http.create<RegisteredFile>(path, file, { signal, idempotencyKey });
    });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<RegisteredFile> {
    return this.#http.json({ method: 'GET', path: pathOf(path, id), signal });
  }

  list(query: ListFilesQuery = {}, { signal }: CallOptions = {}): AsyncGenerator<RegisteredFile> {
    return listAll(this.#http, { path, query, signal });
  }

  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(path, id), signal });
  }
}
