import { listAudit } from '../api/member-calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { AuditEntry, Organization } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Email } from '../parts/email.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../parts/use-query.ts';
import { cursorOf, hashOf } from '../route.ts';
import { hash } from '../router.ts';

const deeds: Readonly<Record<AuditEntry['action'], string>> = {
  'organization.created': 'Created the organization',
  'organization.renamed': 'Renamed the organization',
  'organization.deleted': 'Deleted the organization',
  'member.invited': 'Invited',
  'member.joined': 'Joined',
  'member.role_changed': 'Changed the role of',
  'member.removed': 'Removed',
  'invitation.revoked': 'Took back the invitation of',
  'invitation.renewed': 'Renewed the invitation of',
  'project.created': 'Created the project',
  'project.renamed': 'Renamed the project',
  'project.deleted': 'Deleted the project',
  'spend_limit.changed': 'Changed the spend limit',
  'spend_alert.changed': 'Changed the spend alert',
  'auto_top_up.changed': 'Changed the automatic top-up',
  'api_key.created': 'Created the API key',
  'api_key.revoked': 'Revoked the API key',
  'webhook.created': 'Created the webhook',
  'webhook.changed': 'Changed the webhook',
  'webhook.enabled': 'Enabled the webhook',
  'webhook.disabled': 'Disabled the webhook',
  'webhook.secret_rotated': 'Rotated the secret of the webhook',
  'webhook.deleted': 'Deleted the webhook',
};

/** The changes in an organization and who made them, newest first. */
export const AuditPage = ({ organization: { id, name } }: { organization: Organization }) => {
  const cursor = cursorOf(hash.value);
  const query = useQuery({ key: [...keyOf.audit(id), cursor], load: () => listAudit(id, cursor) });
  return (
    <>
      <p class="back">
        <a href={hashOf.organization(id, 'settings')}>Settings</a>
      </p>
      <PageHeading
        title="Audit log"
        lead={`Who changed what in ${name}: its members, projects, API keys and webhooks.`}
      />
      <Loaded query={query} what="audit log">
        {({ data, next_cursor: next }) => (
          <>
            <Table columns={['When', 'Who', 'What']} phone="lines">
              {data.map((entry) => (
                <tr key={entry.id}>
                  <td data-label="When">
                    <Moment at={entry.created_at} />
                  </td>
                  <td data-label="Who">
                    {entry.actor.email ? (
                      <Email address={entry.actor.email} />
                    ) : (
                      `API key ${entry.actor.id.slice(0, 4)}…`
                    )}
                  </td>
                  <td data-label="What">
                    <What entry={entry} />
                  </td>
                </tr>
              ))}
            </Table>
            <Pager next={next} />
          </>
        )}
      </Loaded>
    </>
  );
};

/** An amount of the audit log, `none` if there was none. */
const amountOf = (amount: string | undefined): string =>
  amount === undefined || amount === 'none' ? 'none' : dollars(amount);

/** An order of the audit log, such as `20.000000 below 10.000000`. */
const orderOf = (order = 'none'): string => order.split(' below ').map(amountOf).join(' below ');

const What = ({ entry: { action, actor, target, change } }: { entry: AuditEntry }) => {
  if (target.id === actor.id && action === 'member.removed') return <>Left the organization</>;
  if (action === 'member.joined') return <>Joined the organization</>;
  if (action === 'spend_limit.changed' || action === 'spend_alert.changed')
    return (
      <>
        {deeds[action]} from {amountOf(change?.from)} to {amountOf(change?.to)}
      </>
    );
  if (action === 'auto_top_up.changed')
    return (
      <>
        {deeds[action]} from {orderOf(change?.from)} to {orderOf(change?.to)}
      </>
    );
  return (
    <>
      {deeds[action]} <strong>{change && action.endsWith('renamed') ? change.from : target.name}</strong>
      {change && action.endsWith('renamed') && ` to ${change.to}`}
      {change && action === 'member.role_changed' && ` from ${change.from} to ${change.to}`}
    </>
  );
};
