import { Loaded } from '../parts/loaded.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { useQuery } from '../parts/use-query.ts';
import { loadWorkspace } from '../workspace.ts';

const workspaceQuery = {
  key: ['workspace'],
  load: async () => {
    await loadWorkspace();
    return true;
  },
};

/** At the address of what this tab does not know. It may be new, so it is looked for. */
export const Sought = ({ what }: { what: 'project' | 'organization' }) => (
  <Loaded query={useQuery(workspaceQuery)} what={what}>
    {() => <NotFound what={what} />}
  </Loaded>
);
