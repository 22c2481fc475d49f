import type { ApiRoute } from '#functions/routes.ts';
import type { Access } from './constructs/access.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import type { DataStack } from './data-stack.ts';

type WebhookApiRoute = Extract<ApiRoute, `${string} /v1/webhooks${string}`>;

/**
 * The access of each route of webhooks, including what is `common` to all. The console's routes of the same verbs have
 * the same rights, with session authentication, and check in the transaction of a `change` that a person still has the right.
 */
export const webhookAccess = (
  { table, webhooks, webhookKey }: DataStack,
  authentication: readonly TableGrants[],
  { common = [], change = {} }: { readonly common?: readonly Access[]; readonly change?: TableGrants } = {},
): Record<WebhookApiRoute, readonly Access[]> => {
  const allow = (grants: TableGrants, ...others: readonly Access[]): readonly Access[] => [
    ...common,
    table.allow(...authentication, grants),
    ...others,
  ];
  return {
    'POST /v1/webhooks': allow(
      {
        ...change,
        GetItem: ['webhooks'],
        PutItem: ['webhooks', 'auditLogs'],
        UpdateItem: ['webhookMembers', 'organizationWebhooks'],
      },
      webhookKey.allow('Encrypt'),
    ),
    'GET /v1/webhooks': allow({ GetItem: ['webhooks', 'webhookMembers'] }),
    'GET /v1/webhooks/{webhook_id}': allow({ GetItem: ['webhooks'] }),
    'PATCH /v1/webhooks/{webhook_id}': allow(
      { ...change, GetItem: ['webhooks'], UpdateItem: ['webhooks'], PutItem: ['auditLogs'] },
      webhooks.allowSend(),
    ),
    'DELETE /v1/webhooks/{webhook_id}': allow({
      ...change,
      GetItem: ['webhooks'],
      UpdateItem: ['webhooks', 'webhookMembers', 'organizationWebhooks'],
      PutItem: ['auditLogs'],
    }),
    'POST /v1/webhooks/{webhook_id}/test': allow(
      { GetItem: ['webhooks'], PutItem: ['deliveries'], UpdateItem: ['webhookTests'] },
      webhooks.allowSend(),
    ),
    'GET /v1/webhooks/{webhook_id}/deliveries': allow({ GetItem: ['webhooks'], Query: ['deliveries'] }),
    'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': allow({ GetItem: ['webhooks', 'deliveries'] }),
    'POST /v1/webhooks/{webhook_id}/redeliver': allow(
      { GetItem: ['webhooks'], UpdateItem: ['webhooks', 'webhookTests'] },
      webhooks.allowSend(),
    ),
    'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': allow(
      { GetItem: ['webhooks', 'deliveries'], UpdateItem: ['deliveries', 'webhookTests'] },
      webhooks.allowSend(),
    ),
    'POST /v1/webhooks/{webhook_id}/rotate-secret': allow(
      { ...change, GetItem: ['webhooks'], UpdateItem: ['webhooks'], PutItem: ['auditLogs'] },
      webhookKey.allow('Encrypt'),
    ),
  };
};
