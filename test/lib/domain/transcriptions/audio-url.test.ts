import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import { assertFetchableSource } from '#lib/domain/transcriptions/audio-url.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { literals } from '../../platform/net/ssrf-vectors.ts';

const allow = [
  { host: 'localhost', port: 8443 },
  { host: '127.0.0.1', port: 443 },
  { host: 'audio.test', port: 9_000, address: '127.0.0.1' },
];

/** The rule that a URL violates, with its message. Undefined if a job is created for the URL. */
const refusal = (url: string, { field = 'audio_url', allowed = [] as typeof allow } = {}) => {
  try {
    assertFetchableSource(parseRequest(NewTranscription, { [field]: url }), allowed);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [{ path, rule, message }] = Object(error.details['fields']);
    expect([error.type, path]).toEqual(['invalid_request', field]);
    return { rule, message };
  }
};

const label = 'x'.repeat(63);

describe('unusable URLs', () => {
  test.each<[string, string]>([
    ['http://a.example/', 'https_url'],
    ['gs://bucket/x.mp3', 'https_url'],
    ['https://', 'valid_url'],
    ['https://[::1', 'valid_url'],
    ['https://a b.example/', 'valid_url'],
    ['https://a.example\\@127.0.0.1/', 'valid_url'],
    ['https://y\u007f.example/', 'valid_url'],
    ['https://a.example:99999/', 'valid_url'],
    ['https://user:word@a.example/', 'invalid_url'],
    ['https://a.example:22/', 'invalid_url'],
    ['https://a.example:8443/', 'invalid_url'],
    ['https://a.example./', 'invalid_url'],
    ['https://a..example/', 'invalid_url'],
    [`https://${label}x.example/`, 'invalid_url'],
    [`https://${[label, label, label, label].join('.')}/`, 'invalid_url'],
    ['https://127.0.0.1/', 'blocked_address'],
    ['https://10.0.0.1/', 'blocked_address'],
    ['https://169.254.169.254/latest/meta-data/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://LOCALHOST/', 'blocked_address'],
    ['https://printer.localhost/', 'blocked_address'],
  ])('the URL %s is refused by the rule %s', (url, rule) => {
    expect(refusal(url)).toMatchObject({ rule });
    expect(refusal(url, { field: 'audio_uri' })).toMatchObject({ rule });
  });

  // Only DNS shows that this host name leads to a private address.
  test.each(literals.filter((url) => !url.includes('nip.example')))(
    'the private URL %j is refused when the job is created',
    (url) => {
      expect(refusal(url)).toBeDefined();
    },
  );
});

test('an https URL with a bad host gets a message about its host, not its scheme', () => {
  expect(refusal('https://y\u007f.example/')?.message).toBe('This is not a valid URL.');
});

test.each([
  'https://a.example/x.mp3?X-Amz-Signature=a%2Fb',
  'HTTPS://a.example:443',
  'https://8.8.8.8/x.mp3',
  'https://[2606:4700:4700::1111]/',
  'https://münchen.example/Stück.mp3',
  'https://under_score.example/',
  `https://${label}.example/`,
])('the URL %s is accepted', (url) => expect(refusal(url)).toBeUndefined());

test.each(['https://localhost:8443/x.mp3', 'https://127.0.0.1/', 'https://audio.test:9000/'])(
  '%s is accepted where the laptop allows its origin, and no other port of the host',
  (url) => {
    expect(refusal(url, { allowed: allow })).toBeUndefined();
    expect(refusal(url)).toBeDefined();
    const { hostname } = new URL(url);
    expect(refusal(`https://${hostname}:8444/`, { allowed: allow })).toBeDefined();
  },
);
