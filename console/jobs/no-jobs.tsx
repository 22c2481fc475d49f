import type { Tenant } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';
import { noneFound } from '../parts/none-found.ts';

type Props = { tenant: Tenant; next: string | null };

export const NoJobs = ({ tenant, next }: Props) => {
  const all =
    tenant.mode === 'test'
      ? 'No job in test mode yet. Jobs from the playground and from your test keys are listed here.'
      : 'No job yet. Jobs from the playground and from your live keys are listed here.';
  return (
    <Empty>
      <p>{noneFound({ what: 'No job', all, next })}</p>
    </Empty>
  );
};
