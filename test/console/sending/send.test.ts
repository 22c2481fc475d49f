import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../console/api/api-error.ts';
import type { UploadGrant } from '../../../console/api/types.ts';
import { send, type Steps } from '../../../console/sending/send.ts';

const grant: UploadGrant = {
  id: 'upl_1',
  mode: 'live',
  status: 'issued',
  upload_url: 'https://bucket.example/',
  upload_method: 'POST',
  upload_fields: {},
  expires_at: '2026-11-20T10:15:00.000Z',
  max_bytes: 1,
  content_type: 'application/octet-stream',
};

const refusal = (type: string): ApiError => new ApiError(409, { type, message: 'No.' });

/** The fate of a request: it is answered, or it is lost before or after the service has processed it. */
type Fate = 'answered' | 'lost_before' | 'lost_after';

/** A service that, like ours, creates one grant and one job for each Idempotency-Key. `fates` are the fates of its requests. */
const serviceOf = (fates: Fate[], refused?: string) => {
  const seen = { posts: 0, jobs: 0 };
  let hasArrived = false;
  const meet = async <Answer>(act: () => Answer): Promise<Answer> => {
    const fate = fates.shift() ?? 'answered';
    if (fate === 'lost_before') throw ApiError.unreachable();
    const answer = act();
    if (fate === 'lost_after') throw ApiError.unreachable();
    return answer;
  };
  const queue = () => {
    if (refused) throw refusal(refused);
    if (!hasArrived) throw refusal('upload_incomplete');
    seen.jobs = 1;
    return { id: 'ofq_1' };
  };
  const steps: Steps = {
    grant: () => meet(() => grant),
    post: () =>
      meet(() => {
        seen.posts += 1;
        hasArrived = true;
      }),
    queue: () => meet(queue),
  };
  return { steps, seen };
};

test('a file is sent once, after its options were accepted', async () => {
  const { steps, seen } = serviceOf([]);
  expect(await send(steps)).toBe('ofq_1');
  expect(seen).toEqual({ posts: 1, jobs: 1 });
});

test('options that the service refuses are refused before the file is sent', async () => {
  const { steps, seen } = serviceOf([], 'invalid_request');
  await expect(send(steps)).rejects.toMatchObject({ type: 'invalid_request' });
  expect(seen.posts).toBe(0);
});

test('whatever is lost on the way, a file that has arrived is not sent again and makes one job', async () => {
  const fate = fc.constantFrom<Fate>('answered', 'lost_before', 'lost_after');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 12 }), async (fates) => {
      const { steps, seen } = serviceOf([...fates]);
      let jobId: string | undefined;
      for (let tries = 0; jobId === undefined && tries <= fates.length; tries += 1)
        jobId = await send(steps).catch(() => undefined);
      expect(jobId).toBe('ofq_1');
      expect(seen).toEqual({ posts: 1, jobs: 1 });
    }),
  );
});
