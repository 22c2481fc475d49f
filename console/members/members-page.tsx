import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { listMembers } from '../api/member-calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Organization } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { InvitationTable } from './invitation-table.tsx';
import { Invite } from './invite.tsx';
import { MemberTable } from './member-table.tsx';
import { allRoles, roleTexts } from './roles.ts';

export const MembersPage = ({ organization }: { organization: Organization }) => {
  const { id, rights } = organization;
  const query = useQuery({ key: keyOf.members(id), load: () => listMembers(id) });
  const [isInviting, setInviting] = useState(false);
  const mayManage = rights.includes('manage');
  return (
    <>
      <PageHeading title="Members" lead={`Who can open ${organization.name}, and what each may do.`}>
        {mayManage && (
          <Button tone="main" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </PageHeading>
      <Loaded query={query} what="members">
        {({ members, invitations }) => (
          <>
            <MemberTable organization={organization} members={members} onChange={query.reload} />
            {invitations.length > 0 && (
              <>
                <h2>Invited</h2>
                <InvitationTable organizationId={id} invitations={invitations} onChange={query.reload} />
              </>
            )}
          </>
        )}
      </Loaded>
      <h2>Roles</h2>
      <dl class="facts sentences">
        {allRoles.map((role) => (
          <Fragment key={role}>
            <dt>{roleTexts[role].name}</dt>
            <dd>{roleTexts[role].may}</dd>
          </Fragment>
        ))}
      </dl>
      {mayManage && (
        <section aria-labelledby="hand-over">
          <h2 id="hand-over">Hand over</h2>
          <p class="quiet">
            Make another member an owner, then change your own role or leave. An organization always has an
            owner.
          </p>
        </section>
      )}
      {isInviting && (
        <Invite organization={organization} onInvited={query.reload} onClose={() => setInviting(false)} />
      )}
    </>
  );
};
