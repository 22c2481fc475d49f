import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveResults } from '../../deps/buckets.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

type Deps = Parameters<typeof getTranscript>[0] & {
  readonly access: ConsoleAccess;
  readonly table: Pick<Table, 'get'>;
};

export const createHandler = ({ access, ...deps }: Deps) => {
  const callerOf = playgroundCaller(deps.table);
  return sessionRoute({ access, contract: contracts.getTranscript }, async ({ user, params, query }) => {
    const caller = await callerOf(user, params.project_id, query.mode);
    return getTranscript(deps, caller, { id: params.transcription_id, query, isNamed: true });
  });
};

const table = liveTable();
export const handler = createHandler({
  access: liveConsole(table),
  table,
  store: dynamoTranscriptionRepository(table),
  results: liveResults(),
  now,
});
