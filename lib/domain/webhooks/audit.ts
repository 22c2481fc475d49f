import type { Caller } from '#lib/domain/auth/caller.ts';
import { type Actor, type AuditAction, audited } from '#lib/domain/organizations/audit-log.ts';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import type { Webhook } from './webhook.ts';
import type { ChangesWebhooks } from './webhook-repository.ts';

type WebhookAction = Extract<AuditAction, `webhook.${string}`>;

/** The writes that record a change of a webhook in the audit log of its organization. */
export type AuditWebhook = (
  action: WebhookAction,
  webhook: Pick<Webhook, 'id' | 'url'>,
  now: Date,
) => readonly Write[];

/** The writes that record a change by a person or a key. None for a project without an organization. */
export const webhookAudit =
  (organizationId: string | null, actor: Actor): AuditWebhook =>
  (action, { id, url }, now) =>
    organizationId === null
      ? []
      : [
          audited({
            organizationId,
            actor,
            now,
            action,
            target: { id, name: url === null ? 'addresses of jobs' : new URL(url).host },
          }),
        ];

/** Like `webhookAudit`, for the key of a request, which has no email address. */
export const webhookAuditOf = ({ organizationId, keyId }: Pick<Caller, 'organizationId' | 'keyId'>) =>
  webhookAudit(organizationId, { id: keyId, email: '' });

/** A table that makes each change in one transaction with these writes. */
export const changingWith = (table: Pick<Table, 'transact'>, writes: readonly Write[]): ChangesWebhooks => ({
  update: (change) => table.transact([{ update: change }, ...writes]),
});
