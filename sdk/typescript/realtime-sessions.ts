import { type CallOptions, type CreateOptions, type Http, pathOf } from './http.ts';
import { listAll } from './pages.ts';
import { RealtimeConnection, type RealtimeOptions } from './realtime.ts';
import type {
  CreatedRealtimeSession,
  ListRealtimeSessionsQuery,
  NewRealtimeSession,
  RealtimeSession,
} from './types.ts';
import { EarshotError } from './errors.ts';

const path = '/v1/realtime/sessions';

/** Sessions that turn speech into text while it is spoken. */
export class RealtimeSessions {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a session. Give `websocket_url` and `client_secret` to a browser, or connect here. */
  create(session: NewRealtimeSession, options: CreateOptions = {}): Promise<CreatedRealtimeSession> {
    return this.#http.create(path, session, options);
  }

  /** Connects to a created session. */
  connect(
    { websocket_url: url, client_secret: secret }: CreatedRealtimeSession,
    handlers: Pick<RealtimeOptions, 'onEvent' | 'onState'>,
  ): RealtimeConnection {
    if (secret === null) throw new EarshotError('The secret of this session was given to another API key.');
    return new RealtimeConnection({ url, clientSecret: secret.value, ...handlers });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<RealtimeSession> {
    return this.#http.json({ method: 'GET', path: pathOf(path, id), signal });
  }

  list(query: ListRealtimeSessionsQuery = {}, { signal }: CallOptions = {}): AsyncGenerator<RealtimeSession> {
    return listAll(this.#http, { path, query, signal });
  }

  /** Ends the session. The text of the audio so far is kept. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(path, id), signal });
  }
}
