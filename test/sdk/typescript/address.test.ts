import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { ConnectionError, EarshotError } from '../../../sdk/typescript/errors.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';
import { listen } from '../../support/listen.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const clientAt = (baseUrl: string) => {
  const world = fakeEnvironment(() => answered({}));
  const { environment } = world;
  return { ...world, earshot: new Earshot({ baseUrl, apiKey: 'es_live_k', environment }) };
};

test.each([
  'localhost:8787',
  'earshot.example.com',
  'ftp://earshot.example.com',
  'https://earshot.example.com/?mode=test',
  'https://earshot.example.com/#/keys',
  'https://person:password@earshot.example.com',
  '',
])('the address %j is refused at once', (baseUrl) => {
  expect(() => clientAt(baseUrl)).toThrow(EarshotError);
  expect(() => clientAt(baseUrl)).toThrow('baseUrl is not an address such as https://api.example.');
});

test('an address that was read from a file is used without the white space around it', async () => {
  const { earshot, requests } = clientAt(' https://api.example/v1\r\n');
  await earshot.capabilities();
  expect(requests[0]?.url.href).toBe('https://api.example/v1/capabilities');
});

test.each([301, 307])(
  'an address that redirects (%i) is an error of that status, and nothing is sent elsewhere',
  async (status) => {
    const asked: string[] = [];
    server = createServer(({ headers, url }, response) => {
      asked.push(`${headers.host}${url}`);
      response.writeHead(status, { location: `http://localhost:${port}/elsewhere` }).end();
    });
    const port = await listen(server);
    const earshot = new Earshot({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'es_live_k' });
    const queued = earshot.transcriptions.create({ upload_id: 'upl_a' });
    await expect(queued).rejects.toMatchObject({ status, message: `The service answered ${status}.` });
    expect(asked).toEqual([`127.0.0.1:${port}/v1/transcriptions`]);
  },
);

/** The response of a captive portal, or of another server at the address. */
const page = () => answered('<!doctype html>', 200, { 'content-type': 'text/html; charset=utf-8' });

test('a page in place of the answer counts as none, and a wait goes on', async () => {
  const job = { id: 'ofq_a', status: 'completed', transcript: 'Hello.' };
  const { environment } = fakeEnvironment(...Array.from({ length: 9 }, () => page), () => answered(job));
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  expect(await earshot.transcriptions.wait('ofq_a')).toEqual(job);
});

test.each<[string, (earshot: Earshot) => Promise<unknown>]>([
  ['JSON', (earshot) => earshot.capabilities()],
  ['captions', ({ transcriptions }) => transcriptions.srt('ofq_a')],
  [
    'the answer of the store',
    ({ uploads }) =>
      uploads.post({ upload_url: 'https://api.example/', upload_fields: {} }, new Blob(['audio'])),
  ],
])('a page in place of %s is an error that says so', async (_, ask) => {
  const { environment, requests } = fakeEnvironment(page);
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  await expect(ask(earshot)).rejects.toThrow(new ConnectionError('api.example answered with a page.'));
  expect(requests).toHaveLength(5);
});

test.each(['', 'Welcome.', '<!doctype html>', '{"id":"of'])(
  'an answer of %j, which is not JSON, counts as none, and a wait goes on',
  async (text) => {
    const job = { id: 'ofq_a', status: 'completed', transcript: 'Hello.' };
    const foreign = Array.from({ length: 9 }, () => () => answered(text));
    const { environment } = fakeEnvironment(...foreign, () => answered(job));
    const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
    expect(await earshot.transcriptions.wait('ofq_a')).toEqual(job);
  },
);

test('an answer that is not JSON is an error that says so, with the cause', async () => {
  const { environment, requests } = fakeEnvironment(() => answered('Welcome.'));
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const refusal = earshot.transcriptions.create({ file_id: 'file_a' });
  await expect(refusal).rejects.toThrow(new ConnectionError('api.example answered without JSON.'));
  await expect(refusal).rejects.toMatchObject({ cause: expect.any(SyntaxError) });
  expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
