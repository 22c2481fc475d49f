import type { Caller } from '#lib/domain/auth/caller.ts';
import { type Actor, type AuditAction, audited } from '#lib/domain/organizations/audit-log.ts';
import { stillHasRight } from '#lib/domain/organizations/still-has-right.ts';
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

/** The writes that record a change. None for a project without an organization. */
const webhookAudit =
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

/**
 * The writes that record a change by a person, and check that the person still has the right. Meanwhile another one may have
 * removed them: the name server of their URL decides how long the request takes.
 */
export const personWebhookAudit = (organizationId: string, person: Actor): AuditWebhook => {
  const record = webhookAudit(organizationId, person);
  const check = stillHasRight({ organizationId, userId: person.id }, 'build');
  return (...change) => [...record(...change), check];
};

/** The writes that record a change by the key of a request, which has no email address. */
export const keyWebhookAudit = ({ organizationId, keyId }: Pick<Caller, 'organizationId' | 'keyId'>) =>
  webhookAudit(organizationId, { id: keyId, email: '' });

/** A table that makes each change in one transaction with these writes. */
export const changingWith = (table: Pick<Table, 'transact'>, writes: readonly Write[]): ChangesWebhooks => ({
  update: (change) => table.transact([{ update: change }, ...writes]),
});
