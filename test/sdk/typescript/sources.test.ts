import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import type { AudioSource, Earshot } from '../../../sdk/typescript/client.ts';
import { EarshotError } from '../../../sdk/typescript/errors.ts';
import { listen } from '../../support/listen.ts';
import { clientOf } from './fake-service.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

test('a request that a server receives is a stream of audio, although it has a url', async () => {
  const { earshot, requests } = clientOf();
  const received = Promise.withResolvers<IncomingMessage>();
  server = createServer((request, answer) => {
    received.resolve(request);
    request.on('end', () => answer.end());
  });
  const url = `http://127.0.0.1:${await listen(server)}/api/upload`;
  const posted = fetch(url, { method: 'POST', body: 'RIFF0000WAVEfmt ' });
  await earshot.submit(await received.promise);
  await posted;
  expect(requests.map(({ text }) => text)).toEqual([
    '{"content_type":"audio/wav","size_bytes":16}',
    expect.stringContaining('RIFF0000WAVEfmt '),
    '{"upload_id":"upl_a"}',
  ]);
});

const upload = 'https://app.example.com/api/upload';
// @ts-expect-error The stream is the body of the request, not the request itself.
const request: AudioSource = new Request(upload, { method: 'POST', body: 'audio' });
// @ts-expect-error The stream is the body of the response, not the response itself.
const response: AudioSource = new Response('audio');

test('bytes in an ArrayBuffer, as a web framework returns them, are audio', async () => {
  const { earshot, requests } = clientOf();
  await earshot.submit(await new Response('RIFF0000WAVEfmt ').arrayBuffer());
  expect(requests[1]?.text).toContain('RIFF0000WAVEfmt ');
});

// As in workers without any of Node's modules, with some of them, and in frameworks that only offer process.env.
test.each([undefined, { getBuiltinModule: () => ({}) }, { env: {} }])(
  'a path in a runtime without files is refused with what to hand over',
  async (process) => {
    const { earshot, requests } = clientOf();
    vi.stubGlobal('process', process);
    const refusal = earshot.submit('call.mp3').finally(() => vi.unstubAllGlobals());
    await expect(refusal).rejects.toThrow(
      new EarshotError('This runtime has no files. Hand over a Blob, bytes or a stream instead of a path.'),
    );
    expect(requests).toEqual([]);
  },
);

test('a folder in place of a file is named in the error', async () => {
  const { earshot, requests } = clientOf();
  const folder = import.meta.dirname;
  await expect(earshot.submit(folder)).rejects.toThrow(new EarshotError(`${folder} is a folder.`));
  expect(requests).toEqual([]);
});

test.each<[string, any]>([
  ['a Request', request],
  ['a Response', response],
  ['a parsed form', { fieldname: 'file', size: 5 }],
  ['nothing', undefined],
  ['a field that a form does not have', new FormData().get('file')],
])('%s is refused with what to hand over, and no address of the caller is sent', async (_, source) => {
  const { earshot, requests } = clientOf();
  const refusal = earshot.submit(source);
  await expect(refusal).rejects.toBeInstanceOf(EarshotError);
  await expect(refusal).rejects.toThrow('Hand over');
  expect(requests).toEqual([]);
});

test.each<[string, (earshot: Earshot, stream: ReadableStream, signal: AbortSignal) => Promise<unknown>]>([
  ['job', (earshot, stream, signal) => earshot.submit(stream, { signal })],
  ['file', ({ files }, stream, signal) => files.upload(stream, {}, { signal })],
])('an abort ends the call for a %s whose stream brings nothing more', async (_, call) => {
  const { earshot, requests } = clientOf();
  const stop = new AbortController();
  const stream = new ReadableStream({ pull: () => stop.abort(new Error('Enough.')) });
  await expect(call(earshot, stream, stop.signal)).rejects.toThrow('Enough.');
  expect(requests).toEqual([]);
});
