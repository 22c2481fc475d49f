import { getBilling } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import { useQuery } from '../parts/use-query.ts';
import { findProject, mayIn } from '../workspace.ts';
import { spendWarning } from './low-balance.ts';
import { Warned } from './warned.tsx';

/** A note on a page of a project when its organization has spent much, for those who may pay. */
export const SpendNote = ({ projectId }: { projectId: string }) => {
  const organization = findProject(projectId)?.organization;
  return organization && mayIn(projectId, 'pay') ? <Note organizationId={organization.id} /> : null;
};

const Note = ({ organizationId }: { organizationId: string }) => {
  const { state } = useQuery({ key: keyOf.billing(organizationId), load: () => getBilling(organizationId) });
  return state.is === 'ready' ? <Warned warning={spendWarning(state.value.spending)} /> : null;
};
