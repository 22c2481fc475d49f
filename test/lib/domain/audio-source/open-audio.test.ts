import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openAudio } from '#lib/domain/audio-source/open-audio.ts';
import { sniffBytes } from '#lib/speech/audio/sniff.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { fetchDeps, originName, startOrigin, type Answer } from '../../../support/https-origin.ts';
import { downloadFailed, failureOf, openFrom } from './opening.ts';

const sample = readFileSync(join(import.meta.dirname, '../../../../local/samples/two-cities.ogg'));

const origin = await startOrigin();
afterAll(() => origin.stop());

const running = new AbortController().signal;
const open = openFrom(origin);

const answering = (answer: Answer): string => origin.on('/audio', answer);
const sending = (body: Buffer | string, head: Record<string, string> = {}, status = 200): string =>
  answering((_, response) => response.writeHead(status, head).end(body));

describe('the bytes of a download', () => {
  test('a recording arrives unchanged', async () => {
    const audio = await open(sending(sample, { 'content-type': 'audio/ogg' }));
    expect(Buffer.concat(await audio.toArray()).equals(sample)).toBe(true);
  });

  test.each([4, sniffBytes - 1, sniffBytes, sniffBytes + 1, 100_000])(
    '%i bytes without a content type, sent in pieces, arrive unchanged',
    async (size) => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 251));
      bytes.write('OggS');
      const url = answering((_, response) => {
        for (let at = 0; at < size; at += 300) response.write(bytes.subarray(at, at + 300));
        response.end();
      });
      expect(Buffer.concat(await (await open(url)).toArray()).equals(bytes)).toBe(true);
    },
  );

  // Scripts send audio with the default content type of their server.
  test.each(['text/html; charset=UTF-8', 'application/json', 'text/xml', 'text/plain', 'video/mp4'])(
    'bytes of the content type %s arrive unchanged',
    async (type) => {
      expect(await (await open(sending('OggS', { 'content-type': type }))).toArray()).toHaveLength(1);
    },
  );
});

describe('audio_download_failed', () => {
  test.each([400, 401, 403, 404, 410, 451, 202, 204, 206, 304])(
    'HTTP status %i fails the job at once',
    async (status) => {
      const failure = await failureOf(open(sending('', {}, status)));
      expect(failure).toMatchObject({
        ...downloadFailed('http_status', { http_status: status }),
        isTransient: false,
      });
    },
  );

  test.each([
    '<!DOCTYPE html><html>',
    '\ufeff\r\n  <html lang="en">',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    '<!-- moved --><p>',
    '<HTML><BODY>',
    '{"error": "not found"}',
    '{}',
    ' [ {"id": 1} ]',
    '[]',
  ])('bytes that begin %j fail the job at once, under any content type', async (body) => {
    for (const type of ['audio/mpeg', 'text/html']) {
      const failure = await failureOf(open(sending(body, { 'content-type': type })));
      expect(failure).toMatchObject({ ...downloadFailed('not_audio'), isTransient: false });
    }
  });

  test('an empty file fails the job at once', async () => {
    const failure = await failureOf(open(sending('')));
    expect(failure).toMatchObject({ ...downloadFailed('empty'), isTransient: false });
  });

  test('a private address, a bad redirect, a wrong certificate and a compressed response fail the job at once', async () => {
    const wrong = await startOrigin(selfSigned('other.test'));
    const allow = [origin.allowed, wrong.allowed];
    const causeOf = async (url: string) => {
      const failure = await failureOf(
        openAudio(fetchDeps(allow), { url, lastTry: false, lastSlowTry: false }, running),
      );
      return failure instanceof JobFailure ? failure.details['cause'] : failure;
    };
    expect(await causeOf('https://169.254.169.254/')).toBe('blocked_address');
    expect(await causeOf('https://unknown.example/')).toBe('dns');
    expect(await causeOf(sending('', { location: 'http://audio.test/' }, 302))).toBe('bad_redirect');
    expect(await causeOf(sending('', { location: origin.url('/audio') }, 302))).toBe('too_many_redirects');
    expect(await causeOf(sending('x', { 'content-encoding': 'br' }))).toBe('encoding');
    wrong.stop();
    const other = await startOrigin(selfSigned('other.test'));
    allow.push(other.allowed);
    expect(await causeOf(other.url('/'))).toBe('tls');
    other.stop();
  });
});

test('a Content-Length over the limit fails the job as audio_too_large', async () => {
  const url = answering((_, response) =>
    response.writeHead(200, { 'content-length': '500000001' }).flushHeaders(),
  );
  expect(await failureOf(open(url))).toMatchObject({
    name: 'JobFailure',
    type: 'audio_too_large',
    details: { host: originName, max_bytes: 500_000_000 },
  });
});

describe('transient errors', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])(
    'HTTP status %i is retried, and fails the job at the last try',
    async (status) => {
      const url = sending('', {}, status);
      expect(await failureOf(open(url))).not.toBeInstanceOf(JobFailure);
      const last = await failureOf(open(url, { lastTry: true }));
      expect(last).toMatchObject({
        ...downloadFailed('http_status', { http_status: status }),
        isTransient: true,
      });
    },
  );

  test('a late response is retried, and fails the job at the last try', async () => {
    const url = answering(() => {});
    const timeouts = { firstByteMs: 30 };
    expect(await failureOf(open(url, {}, timeouts))).not.toBeInstanceOf(JobFailure);
    expect(await failureOf(open(url, { lastTry: true }, timeouts))).toMatchObject({
      ...downloadFailed('timeout'),
      message: `${originName} took too long.`,
      isTransient: true,
    });
  });

  test.each([100, 50_000])(
    'a connection that breaks after %i bytes is retried, and fails the job at the last try',
    async (size) => {
      const url = answering((_, response, raw) => {
        response.writeHead(200, { 'content-length': '100000' });
        response.write(Buffer.alloc(size, 'OggS'), () => raw.destroy());
      });
      expect(await failureOf(open(url))).not.toBeInstanceOf(JobFailure);
      expect(await failureOf(open(url, { lastTry: true }))).toMatchObject(downloadFailed('interrupted'));
    },
  );
});

test('an abort never fails the job, not even at the last try', async () => {
  const stopped = AbortSignal.abort();
  expect(await failureOf(open(origin.url('/'), { lastTry: true, signal: stopped }))).not.toBeInstanceOf(
    JobFailure,
  );

  const endless = origin.endless('/endless');
  const inBody = new AbortController();
  const audio = await open(endless.url, { lastTry: true, signal: inBody.signal });
  inBody.abort();
  await setImmediate();
  expect(await failureOf(Promise.resolve(audio))).not.toBeInstanceOf(JobFailure);
  await endless.lost;
});

test('an answer that is not the file ends the connection at once, although its body goes on', async () => {
  const lost = Promise.withResolvers<void>();
  const url = answering((_, response) => {
    response.on('close', lost.resolve).writeHead(404).write('not found');
  });
  const failure = await failureOf(open(url, {}, { idleMs: 60_000 }, manualClock().timer));
  expect(failure).toMatchObject(downloadFailed('http_status', { http_status: 404 }));
  await lost.promise;
});

test('a reader that stops early ends the connection', async () => {
  const { url, lost } = origin.endless('/endless');
  const audio = await open(url);
  audio.destroy();
  await lost;
});
