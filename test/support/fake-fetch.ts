import type { Environment } from '../../sdk/typescript/environment.ts';

export type Sent = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
};
type Answer = (sent: Sent) => Response | Promise<Response>;

export const answered = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

export const refused = (
  type: string,
  status: number,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  answered(
    {
      error: {
        type,
        message: 'No.',
        retryable: false,
        doc_url: `/v1/errors#${type}`,
        request_id: 'r',
        details: {},
        ...more,
      },
    },
    status,
    headers,
  );

/** The environment of a client. Its requests get these answers in turn, and the last answer repeats. Its waits end at once. */
export const fakeEnvironment = (...answers: readonly Answer[]) => {
  const requests: Sent[] = [];
  const waitsMs: number[] = [];
  const passedMs = () => waitsMs.reduce((sum, ms) => sum + ms, 0);
  const environment: Environment = {
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      const request = new Request(input, init);
      const sent = { method: request.method, url: new URL(request.url), headers: request.headers };
      const full = { ...sent, text: await request.text() };
      requests.push(full);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (!answer) throw new Error('There is no answer.');
      return answer(full);
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waitsMs.push(ms);
    },
    random: () => 1,
    newKey: () => `key-of-sixteen-or-more-${requests.length}`,
    nowMs: passedMs,
  };
  return { environment, requests, waitsMs, passedMs };
};
