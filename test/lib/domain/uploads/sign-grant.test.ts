import { afterAll, describe, expect, test, vi } from 'vitest';
import { grantSigner } from '#lib/domain/uploads/sign-grant.ts';
import { clientFor, formOf, owner, post, startWorld } from '../../../local/s3/world.ts';
import { anUpload } from '../../../support/transcription.ts';

const world = await startWorld();
afterAll(() => world.stop());

// Policies have whole seconds.
const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const expiresAt = new Date(now.getTime() + 60_000).toISOString();
const sign = (sizeBytes: number | null) =>
  grantSigner({ client: clientFor(world.endpoint, owner), bucket: 'audio', now: () => now })(
    anUpload({ sizeBytes, expiresAt }),
  );

describe('the POST policy', () => {
  test.each([
    [6, 400, 'EntityTooSmall'],
    [7, 201, undefined],
    [8, 400, 'EntityTooLarge'],
  ])('a file of %i bytes under a grant for 7 bytes gets %i %s', async (size, status, code) => {
    const { fields } = await sign(7);
    expect(await post(world, formOf(fields, new Blob([Buffer.alloc(size)])))).toMatchObject({ status, code });
  });

  test('the form can be sent until its grant expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const { fields } = await sign(7);
    vi.useRealTimers();
    const { expiration } = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString());
    expect(Date.parse(expiration)).toBe(Date.parse(expiresAt));
  });

  test('a grant without a stated size accepts 1 to 500,000,000 bytes, and no empty file', async () => {
    const { fields } = await sign(null);
    const { conditions } = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString());
    expect(conditions).toContainEqual(['content-length-range', 1, 500_000_000]);
    expect(await post(world, formOf(fields, new Blob([])))).toMatchObject({ code: 'EntityTooSmall' });
  });
});
