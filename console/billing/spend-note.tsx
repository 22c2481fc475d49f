import { getBilling } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { findProject, mayIn } from '../workspace.ts';
import { spendWarning, topUpWarning } from './warnings.ts';
import { Warned } from './warned.tsx';

/**
 * Warnings on a page of a project, for members who may pay: the organization has spent much, or its automatic top-up has
 * stopped.
 */
export const SpendNote = ({ projectId }: { projectId: string }) => {
  const organization = findProject(projectId)?.organization;
  return organization && mayIn(projectId, 'pay') ? <Note organizationId={organization.id} /> : null;
};

const Note = ({ organizationId }: { organizationId: string }) => {
  const { state } = useQuery({ key: keyOf.billing(organizationId), load: () => getBilling(organizationId) });
  if (state.is !== 'ready') return null;
  const warnings = [topUpWarning(state.value.auto_top_up), spendWarning(state.value)].filter(
    (one) => one !== undefined,
  );
  return (
    <>
      {warnings.map((warning) => (
        <Warned key={warning.text} warning={warning}>
          <a href={hashOf.organization(organizationId, 'billing')}>See billing</a>
        </Warned>
      ))}
    </>
  );
};
