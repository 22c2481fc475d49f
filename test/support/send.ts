import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Seen } from './documented.ts';

export type Sent = {
  readonly method: string;
  /** The raw path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends requests that fetch would refuse or normalize. */
export const send = async (baseUrl: string, { method, path, headers = {}, body }: Sent): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (answer) => {
        const answered = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) answered.append(name, value);
        const [asPath = ''] = path.split('?');
        text(answer).then(
          (content) =>
            resolve({
              method,
              path: asPath,
              status: answer.statusCode ?? 0,
              headers: answered,
              text: content,
            }),
          reject,
        );
      },
    );
    outgoing.on('error', reject).end(body);
  });

/** A response without its request id. */
export const comparable = ({ status, headers, text: answered }: Seen) => ({
  status,
  type: headers.get('content-type'),
  text: answered.replaceAll(headers.get('x-request-id') ?? '', 'request id'),
});
