import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { authentication } from '#lib/platform/http/middleware/authentication.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const headers = { ratelimit: 'some left' };
const known = authentication(async () => ({ name: 'Ada', headers }));

test('the handler gets who sent the request, and the answer their rate limit', async () => {
  const { reply, context } = await runMiddleware(known);
  expect(context?.who.name).toBe('Ada');
  expect(reply.headers).toEqual(headers);
});

test('an error after authentication has the rate limit too', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  const { reply } = await runMiddleware(known, { answer: refuse });
  expect(reply).toMatchObject({ statusCode: 404, headers });
});

test('a header of the answer wins over the rate limit of the same name', async () => {
  const answer = () => ({ statusCode: 200, headers: { ratelimit: 'none left' } });
  expect((await runMiddleware(known, { answer })).reply.headers).toEqual({ ratelimit: 'none left' });
});

test('a request that is refused does not reach the handler', async () => {
  const unknown = authentication(async () => {
    throw new AppError('unauthenticated', 'Send a key.');
  });
  const { reply, context } = await runMiddleware(unknown);
  expect([reply.statusCode, context]).toEqual([401, undefined]);
});
