import { liveDeleteTranscription } from '#functions/deps/delete-transcription.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveTable } from '#functions/deps/table.ts';
import { eraseProjects } from '#lib/domain/organizations/erase-projects.ts';
import { sessionStopper, type StopSessionsDeps } from '#lib/domain/realtime/stop-sessions.ts';
import { eraseTenant, type EraseTenantDeps } from '#lib/domain/transcriptions/erase-tenant.ts';
import { type DeleteDeps, deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { deleteWebhook } from '#lib/domain/webhooks/delete-webhook.ts';
import { readWebhooks } from '#lib/domain/webhooks/webhook-repository.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

type Deps = DeleteDeps &
  StopSessionsDeps &
  Pick<EraseTenantDeps, 'store' | 'audio'> & { readonly table: Table };

export const createHandler = ({ table, ...deps }: Deps) => {
  const erasing: EraseTenantDeps = {
    ...deps,
    deleteJob: (tenant, id) => deleteTranscription(deps, { tenant }, id),
    webhooksOf: (tenant) => readWebhooks(table, tenant),
    stopSessions: sessionStopper(deps),
    deleteWebhook: (ref) => deleteWebhook({ table, now: deps.now, audit: () => [] }, ref),
  };
  return eventHandler(() =>
    eraseProjects({
      table,
      erase: (owner, until, from) => eraseTenant(erasing, owner, { until, from }),
      now: deps.now,
    }),
  );
};

export const handler = await liveHandler(() => {
  const table = liveTable();
  const sessions = dynamoSessions(table);
  return createHandler({ table, sessions, ...liveDeleteTranscription(table) });
});
