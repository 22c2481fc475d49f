import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { listTranscriptions } from '#lib/domain/transcriptions/list-transcriptions.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

type Deps = Parameters<typeof listTranscriptions>[0] & {
  readonly access: ConsoleAccess;
  readonly table: Pick<Table, 'get'>;
};

export const createHandler = ({ access, ...deps }: Deps) => {
  const callerOf = playgroundCaller(deps.table);
  return sessionRoute({ access, contract: contracts.listTranscriptions }, async ({ user, params, query }) => {
    const caller = await callerOf(user, params.project_id, query.mode);
    return listTranscriptions(deps, caller, query);
  });
};

const table = liveTable();
export const handler = createHandler({
  access: liveConsole(table),
  table,
  store: dynamoTranscriptionRepository(table),
  now,
});
