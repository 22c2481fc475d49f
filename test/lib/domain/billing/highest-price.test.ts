import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highestPrice } from '#lib/domain/billing/highest-price.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { supportedMimeTypes } from '#lib/domain/uploads/audio-formats.ts';

// Five hours, and the half second that encoders add.
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
])('%s (%s, %i bytes) may cost %i micro-dollars', (_, contentType, bytes, expected) => {
  expect(highestPrice({ contentType, bytes })).toBe(expected);
});

test('of audio of which nothing is known the longest is assumed', () => {
  expect([highestPrice(undefined), highestPrice({ contentType: 'audio/mpeg' })]).toEqual([most, most]);
});

test('no file may cost more than the longest, and more bytes never cost less', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...supportedMimeTypes),
      fc.nat(500_000_000),
      fc.nat(1_000_000),
      (contentType, bytes, more) => {
        const price = highestPrice({ contentType, bytes });
        expect(price).toBeLessThanOrEqual(most);
        expect(highestPrice({ contentType, bytes: bytes + more })).toBeGreaterThanOrEqual(price);
      },
    ),
  );
});

describe('what a job is to hold', () => {
  const audio = { contentType: 'audio/mpeg', bytes: 60_000 };
  const find = async () => audio;
  const hold = (job: object, prepaid = true) =>
    holdFor({ prepaid, findUpload: find, findFile: find })({
      tenant: 'prj_a.live',
      organizationId: 'org_a',
      uploadId: null,
      fileId: null,
      ...job,
    });

  test('is told by the bytes of its upload or file, and for a URL is the price of the longest audio', async () => {
    const price = chargeMicroUsd(60_000);
    expect(await hold({ uploadId: 'upl_a' })).toBe(price);
    expect(await hold({ fileId: 'file_a' })).toBe(price);
    expect(await hold({})).toBe(most);
  });

  test('is nothing without prepayment, in test mode, and where no organization pays', async () => {
    expect(await hold({}, false)).toBeNull();
    expect(await hold({ tenant: 'prj_a.test' })).toBeNull();
    expect(await hold({ organizationId: null })).toBeNull();
  });
});
