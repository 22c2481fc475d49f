import type { Tenant } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';

export const NoJobs = ({ tenant }: { tenant: Tenant }) => (
  <Empty>
    <p>
      {tenant.mode === 'test'
        ? 'No job in test mode yet. Jobs from the playground and from your test keys are listed here.'
        : 'No job yet. Jobs from the playground and from your live keys are listed here.'}
    </p>
  </Empty>
);
