import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectAudio } from '#lib/speech/audio/audio-file.ts';
import { sniffBytes } from '#lib/speech/audio/sniff.ts';
import type { JobFailure } from '#lib/platform/errors.ts';
import { startOrigin } from '../../../support/https-origin.ts';
import { failureOf, openFrom } from './opening.ts';
import { testFolder } from '../../../support/test-folder.ts';

const sample = readFileSync(join(import.meta.dirname, '../../../../local/samples/two-cities.ogg'));

const origin = await startOrigin();
afterAll(() => origin.stop());

const open = openFrom(origin);

describe('downloads that are not audio', () => {
  /** The demuxer that decoding detects from these bytes, or the reason why it detects none. */
  const judgement = async (bytes: Buffer): Promise<unknown> => {
    const file = join(folder, 'judged');
    writeFileSync(file, bytes);
    return inspectAudio(file).then(
      () => 'audio',
      ({ type, message }: JobFailure) => [type, message],
    );
  };
  const sending = (bytes: Buffer) =>
    origin.answering((_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes));
  const folder = testFolder();

  test('a download that is not audio ends with its first bytes, and so does its connection', async () => {
    const lost = Promise.withResolvers<void>();
    const url = origin.answering((_, response) => {
      response.on('close', lost.resolve).write(Buffer.alloc(sniffBytes, 7));
    });
    const failure = await failureOf(open(url));
    await lost.promise;
    expect(failure).toMatchObject({ name: 'JobFailure', type: 'unsupported_audio_format' });
  });

  test.each<[string, Buffer]>([
    ['noise', Buffer.alloc(2 * sniffBytes, 7)],
    ['a single byte', Buffer.from('x')],
    ['a ZIP archive', Buffer.from('PK\x03\x04 and so on')],
    ['a playlist', Buffer.from('#EXTM3U\nhttps://a.example/x.ts')],
    [
      'a page behind more white space than is inspected',
      Buffer.from(`${' '.repeat(sniffBytes + 88)}<!doctype html>`),
    ],
    ['a recording', sample],
    [
      'a tag whose end is far away',
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\x7f\x7f\x7f'), Buffer.alloc(600)]),
    ],
  ])('%s fails with the same error as decoding', async (_, bytes) => {
    const expected = await judgement(bytes);
    const opened = (await open(sending(bytes))).toArray().then(
      () => 'audio',
      ({ type, message }: JobFailure) => [type, message],
    );
    expect(await opened).toEqual(expected);
  });
});
