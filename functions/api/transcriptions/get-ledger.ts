import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { refOf } from '#lib/domain/transcriptions/find-transcription.ts';
import { getJobLedger } from '#lib/domain/transcriptions/job-ledger.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = Parameters<typeof getJobLedger>[0] & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getJobLedger }, async ({ caller, params }) =>
    getJobLedger(deps, refOf(caller, params.transcription_id)),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  store: dynamoTranscriptionRepository(table),
  now,
});
