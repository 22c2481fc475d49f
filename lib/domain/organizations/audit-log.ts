import * as z from 'zod';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import { pageFields, type PageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { instant } from '#lib/platform/http/fields.ts';
import { listRows, rowKey } from '#lib/platform/http/list-rows.ts';
import { idPattern, randomId } from '#lib/platform/ids.ts';

const AuditAction = z.enum([
  'organization.created',
  'organization.renamed',
  'organization.deleted',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.revoked',
  'invitation.renewed',
  'project.created',
  'project.renamed',
  'project.deleted',
  'spend_limit.changed',
  'spend_alert.changed',
  'auto_top_up.changed',
  'api_key.created',
  'api_key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.secret_rotated',
  'webhook.deleted',
]);
export type AuditAction = z.infer<typeof AuditAction>;

const Entry = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  action: AuditAction,
  actor: z.object({ id: z.string(), email: z.string() }),
  /** The changed object: its id, and its name or email address at that time. */
  target: z.object({ id: z.string(), name: z.string() }),
  /** A name or role before and after. */
  change: z.object({ from: z.string(), to: z.string() }).optional(),
});
type Entry = z.infer<typeof Entry>;

/** The person who changes something, or an API key, which has no email address. */
export type Actor = Pick<User, 'id' | 'email'>;

const auditLog = (organizationId: string): string => `${organizationId}/audit`;

type Audited = Pick<Entry, 'action' | 'target' | 'change'> & {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly now: Date;
};

/** The write that records a change. It must be part of the transaction that makes the change. */
export const audited = ({ organizationId, actor: { id, email }, now, ...what }: Audited): Write => {
  const entry: Entry = { id: randomId('aud'), createdAt: now.toISOString(), actor: { id, email }, ...what };
  return { put: { ...entry, ...rowKey(auditLog(organizationId), entry) }, where: 'attribute_not_exists(pk)' };
};

export const AuditEntryView = z
  .object({
    id: z.string().regex(idPattern('aud')),
    created_at: instant,
    action: AuditAction,
    actor: z.object({ id: z.string(), email: z.string() }).meta({
      description:
        'Who made the change. For an API key, `id` is the part of the key that is not secret, and there is no `email`.',
    }),
    target: z.object({ id: z.string(), name: z.string() }).meta({
      description: 'What was changed, with the name or email address that it had then.',
    }),
    change: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .meta({ description: 'The name or role before and after; null where neither changed.' }),
  })
  .meta({ id: 'AuditEntry', description: 'A change in an organization.' });
export type AuditEntryView = z.infer<typeof AuditEntryView>;
export const AuditPage = z.object(pageFields(AuditEntryView)).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;

/** The changes in an organization, newest first. */
export const listAudit = async (
  table: Pick<Table, 'query'>,
  { organizationId }: { readonly organizationId: string },
  query: PageQuery,
): Promise<AuditPage> => {
  const { rows, next } = await listRows(table, auditLog(organizationId), query);
  const view = ({ createdAt, change, ...entry }: Entry): AuditEntryView => ({
    ...entry,
    created_at: createdAt,
    change: change ?? null,
  });
  return toPage(
    rows.map((row) => view(Entry.parse(row))),
    next,
  );
};
