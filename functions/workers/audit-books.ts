import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveTable } from '#functions/deps/table.ts';
import { type AuditDeps, auditBooks } from '#lib/domain/billing/audit.ts';
import { heldByJobs } from '#lib/domain/transcriptions/held-by-jobs.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: AuditDeps) =>
  // The result is for an operator who invokes the function, for example to check the books of a restored table.
  eventHandler(() => auditBooks(deps));

export const handler = await liveHandler(() => {
  const table = liveTable();
  const heldBy = heldByJobs({ table, store: dynamoJobs(table) });
  return createHandler({ table, heldBy, now });
});
