import { expect, test } from 'vitest';
import { formFileMaxBytes } from '#lib/platform/http/form-body.ts';
import { startWorld } from '../support/start-world.ts';

const { world, customer } = await startWorld();
const recording = new File(['audio'], 'call.mp3', { type: 'audio/mpeg' });
const send = (body: object) => world.call('POST /v1/audio/transcriptions', { as: customer.live, body });

test('a file that a form cannot carry is refused with the name of the route that can', async () => {
  const file = new File([new Uint8Array(formFileMaxBytes + 1)], 'long.mp3', { type: 'audio/mpeg' });
  const { status, body } = await send({ file });
  expect([status, body.error.type, body.error.param]).toEqual([413, 'payload_too_large', 'file']);
  expect(body.error.message).toContain('POST /v1/transcription-uploads');
});

test.each([
  [{ model: 'gpt-4o-transcribe-diarize' }, 'model'],
  [{ temperature: '0.4' }, 'temperature'],
  [{ stream: 'true' }, 'stream'],
  [{ response_format: 'diarized_json' }, 'response_format'],
  [{ language: 'klingon' }, 'language'],
  [{ language: 'ja' }, 'language'],
  [{ 'include[]': 'logprobs' }, 'include'],
  [{ file: 'not a file' }, 'file'],
  [{ file: [recording, recording] }, 'file'],
  [{ model: ['whisper-1', 'auto'] }, 'model'],
  [{ metadata: '{"a":"b","a":"c"}' }, 'metadata'],
  [{ metadata: 'text' }, 'metadata'],
  [{ 'metadata[a]': 'b', metadata: 'text' }, 'metadata'],
  [{ languages: ['ja', 'zh'] }, 'languages'],
  [{ file: new File(['a'], 'notes.txt', { type: 'text/plain' }) }, 'file'],
])('%j is refused by the name of its field', async (wrong, param) => {
  const { status, body } = await send({ file: recording, ...wrong });
  expect([status, body.error.param]).toEqual([400, param]);
  expect(body.error.message.length).toBeGreaterThan(20);
});

test('a language that the service does not transcribe is refused in words about the field that was sent', async () => {
  const { body } = await send({ file: recording, language: 'ja' });
  expect(body.error.message).toMatch(/^language: This language is not .*, or send one of en\b/);
});

test('a form with a quotation mark in a name is refused with the way to write it', async () => {
  const body = [
    '--b',
    String.raw`content-disposition: form-data; name="file"; filename="he said \"x\".ogg"`,
    '',
    'audio',
    '--b--',
    '',
  ].join('\r\n');
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await world.call('POST /v1/audio/transcriptions', { as: customer.live, body, headers });
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('%22')]);
});
