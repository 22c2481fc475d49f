import { type CallOptions, type Http, pathOf } from './http.ts';
import type { RecordedRequest } from './types.ts';

/** The requests of the last seven days that failed or changed something. */
export class RequestLog {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** A request and its answer. The id is the `requestId` of an error. */
  get(id: string, { signal }: CallOptions = {}): Promise<RecordedRequest> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/requests', id), signal });
  }
}
