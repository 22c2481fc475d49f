import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveResults } from '../../deps/buckets.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = Parameters<typeof getTranscript>[0] & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getTranscript }, async ({ caller, params, query }) =>
    getTranscript(deps, caller, { id: params.transcription_id, query }),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  store: dynamoTranscriptionRepository(table),
  results: liveResults(),
  now,
});
