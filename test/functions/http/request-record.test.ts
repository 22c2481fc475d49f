import { expect, test } from 'vitest';
import { apiKeyRoute } from '#functions/http/api-key.ts';
import { AppError } from '#lib/platform/errors.ts';
import { contract, empty } from '#lib/platform/http/contract.ts';
import type { AnsweredRequest } from '#lib/platform/http/middleware/request-record.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { noteContract } from '../../support/note-contract.ts';

test('an error that is long enough to be compressed reaches the caller, and is recorded', async () => {
  const recorded: AnsweredRequest[] = [];
  const fail = apiKeyRoute(
    {
      authenticate: async () => ({
        caller: { tenant: 'prj_a.live', organizationId: null, keyId: 'k' },
        headers: {},
        record: async (facts) => void recorded.push(facts),
      }),
      contract: contract({ ...noteContract, success: empty }),
    },
    async () => {
      throw new AppError('invalid_request', 'x'.repeat(200_000));
    },
  );
  const answer = await fail(httpEvent({ headers: { 'accept-encoding': 'gzip' } }), lambdaContext);
  expect(answer).toMatchObject({ statusCode: 400, headers: { 'content-encoding': 'gzip' } });
  expect(recorded).toMatchObject([{ status: 400, errorType: 'invalid_request' }]);
});
