import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highestPrice } from '#lib/domain/billing/highest-price.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { supportedMimeTypes } from '#lib/domain/uploads/audio-formats.ts';

// Five hours, and the half second that encoders may add.
const most = 1_500_042;

test.each([
  ['a minute of MP3 at the lowest bit rate', 'audio/mpeg', 60_000, chargeMicroUsd(60_000)],
  ['a minute of MP3 at 64 kbit/s', 'audio/mpeg', 480_000, chargeMicroUsd(480_000)],
  ['a minute of WAV at 16 kHz', 'audio/wav', 1_920_044, chargeMicroUsd(1_200_028)],
  ['a minute from a browser', 'audio/webm;codecs=opus', 240_000, chargeMicroUsd(480_000)],
  ['bytes of any type', 'application/octet-stream', 250, chargeMicroUsd(1_000)],
  ['an empty file, like the shortest audio,', 'audio/mpeg', 0, chargeMicroUsd(100)],
  ['the largest file', 'audio/wav', 500_000_000, most],
  ['a file of 5 MB in a type that may hold five hours in it', 'audio/ogg', 5_000_000, most],
])('%s (%s, %i bytes) costs at most %i micro-dollars', (_, contentType, bytes, expected) => {
  expect(highestPrice({ contentType, bytes })).toBe(expected);
});

test('audio of unknown length is priced at the longest allowed', () => {
  expect([highestPrice(undefined), highestPrice({ contentType: 'audio/mpeg' })]).toEqual([most, most]);
});

test('no file is priced above the longest audio, and a larger file never below a smaller one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...supportedMimeTypes),
      fc.nat(500_000_000),
      fc.nat(1_000_000),
      (contentType, bytes, more) => {
        const price = highestPrice({ contentType, bytes });
        expect(price).toBeLessThanOrEqual(most);
        expect(highestPrice({ contentType, bytes }, { multichannel: true })).toBeGreaterThanOrEqual(price);
        expect(highestPrice({ contentType, bytes: bytes + more })).toBeGreaterThanOrEqual(price);
      },
    ),
  );
});

describe('the amount a job holds', () => {
  const audio = { status: 'uploaded', contentType: 'audio/mpeg', bytes: 60_000 } as const;
  const find = async () => audio;
  const hold = (job: object, prepaid = true) =>
    holdFor({ prepaid, findUpload: find, recordUpload: async () => false, findFile: find })({
      tenant: 'prj_a.live',
      organizationId: 'org_a',
      uploadId: null,
      fileId: null,
      request: { multichannel: false },
      ...job,
    });

  test('a job holds the highest price for the bytes of its upload or file, and that of the longest audio for a URL', async () => {
    const price = chargeMicroUsd(60_000);
    expect(await hold({ uploadId: 'upl_a' })).toBe(price);
    expect(await hold({ fileId: 'file_a' })).toBe(price);
    expect(await hold({})).toBe(most);
  });

  test('a job with channels apart holds the price of all sound in its bytes, and that of two channels for a URL', async () => {
    const request = { multichannel: true };
    expect(await hold({ uploadId: 'upl_a', request })).toBe(chargeMicroUsd(60_000));
    expect(await hold({ request })).toBe(chargeMicroUsd(2 * 18_000_500));
  });

  test('a job holds nothing without prepayment, in test mode, and without an organization', async () => {
    expect(await hold({}, false)).toBeNull();
    expect(await hold({ tenant: 'prj_a.test' })).toBeNull();
    expect(await hold({ organizationId: null })).toBeNull();
  });
});
