import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { WebhookPayload } from '#lib/domain/webhooks/payload.ts';
import { exampleId } from '#lib/platform/http/parameters.ts';
import { listen } from '../../../../sdk/typescript/cli/listen.ts';
import { Earshot } from '../../../../sdk/typescript/client.ts';
import { fakeService } from '../../../support/fake-service.ts';
import { fakeTerminal } from '../../../support/fake-terminal.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
const forward = 'http://localhost:3000/hook';

type Receive = (stop: AbortController, signal: AbortSignal | null | undefined) => Promise<Response>;

/** The forwarded requests if `onPoll` happens between the polls. */
const forwarded = async (
  onPoll: (service: ReturnType<typeof fakeService>, poll: number, network: { isUp: boolean }) => unknown,
  receive: Receive = async () => new Response(null, { status: 204 }),
) => {
  const service = fakeService();
  const stop = new AbortController();
  const network = { isUp: true };
  const fetch: typeof globalThis.fetch = async (...sent) => {
    if (!network.isUp) throw new TypeError('fetch failed');
    return service.environment.fetch(...sent);
  };
  const environment = { ...service.environment, fetch };
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const posts: { body: string; headers: Record<string, string> }[] = [];
  const { terminal, printed, said } = fakeTerminal();
  let poll = 0;
  await onPoll(service, poll, network);
  const listening = listen(
    { earshot, terminal },
    { forward, secret, signal: stop.signal },
    {
      sleep: async () => {
        poll += 1;
        if (poll === 4) stop.abort();
        await onPoll(service, poll, network);
      },
      fetch: async (_, init) => {
        const body = await new Response(init?.body ?? null).text();
        posts.push({ body, headers: Object.fromEntries(new Headers(init?.headers)) });
        return receive(stop, init?.signal);
      },
    },
  );
  await expect(listening).rejects.toThrow('aborted');
  return { posts, printed, said };
};

const queue = ({ environment, jobs }: ReturnType<typeof fakeService>, changes: object = {}) =>
  environment
    .fetch('https://api.example/v1/transcriptions', { method: 'POST', body: '{}' })
    .then(() =>
      Object.assign(jobs[0] ?? {}, { id: exampleId('ofq'), source: { kind: 'upload' }, ...changes }),
    );

test('the end of a job is posted once, with the payload and the signature of a webhook', async () => {
  const { posts, printed } = await forwarded((service, poll) => poll === 1 && queue(service));
  expect(printed).toEqual([`transcription.completed  ${exampleId('ofq')}  204`]);
  const [{ body, headers } = { body: '', headers: {} }] = posts;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'transcription.completed' });
  expect(WebhookPayload.parse(JSON.parse(body))).toEqual(JSON.parse(body));
});

test('jobs that had ended before are not posted', async () => {
  expect((await forwarded((service, poll) => poll === 0 && queue(service))).posts).toEqual([]);
});

test('the text of a realtime session is not posted, as the service sends another event for it', async () => {
  const source = { kind: 'realtime', session_id: exampleId('rts') };
  expect((await forwarded((service, poll) => poll === 1 && queue(service, { source }))).posts).toEqual([]);
});

test('a job is posted when it ends, not while it runs', async () => {
  const { printed } = await forwarded(async (service, poll) => {
    if (poll === 0) await queue(service, { status: 'processing' });
    if (poll === 2)
      Object.assign(service.jobs[0] ?? {}, { status: 'failed', error: { type: 'audio_unreadable' } });
  });
  expect(printed).toEqual([`transcription.failed  ${exampleId('ofq')}  204`]);
});

test('a receiver that does not answer does not hold up an interrupt', async () => {
  const { posts, printed } = await forwarded(
    (service, poll) => poll === 1 && queue(service),
    (stop, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('cut')));
        stop.abort();
      }),
  );
  expect([posts.length, printed]).toEqual([1, []]);
});

test('the end of a job during an outage is posted when the service can be reached again', async () => {
  const { printed, said } = await forwarded(async (service, poll, network) => {
    if (poll === 1) await queue(service);
    network.isUp = poll !== 1 && poll !== 2;
  });
  expect(printed).toEqual([`transcription.completed  ${exampleId('ofq')}  204`]);
  expect(said.slice(1)).toEqual(['No answer from api.example.', 'No answer from api.example.']);
});
