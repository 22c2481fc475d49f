import { useState } from 'preact/hooks';
import { listKeys } from '../api/calls.ts';
import type { ApiKey } from '../api/types.ts';
import { keyOf } from '../api/query-keys.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LongList } from '../parts/long-list.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { mayIn } from '../workspace.ts';
import { activeFirst } from './key-state.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

const textOf = ({ name, hint, mode, created_by: by }: ApiKey): string =>
  [name, hint, mode, by.email].join(' ');

export const KeysPage = ({ projectId }: { projectId: string }) => {
  const keys = useQuery({ key: keyOf.keys(projectId), load: () => listKeys(projectId) });
  const mayBuild = mayIn(projectId, 'build');
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeading
        title="API keys"
        lead="Your server sends a key with every request. To rotate a key without downtime, create a second one, deploy it, then revoke the first."
      >
        {mayBuild && (
          <Button tone="main" onClick={() => setCreating(true)}>
            New key
          </Button>
        )}
      </PageHeading>
      <Loaded query={keys} what="keys">
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <p>No key yet. Create one to call the API from your server.</p>
            </Empty>
          ) : (
            <LongList items={list.toSorted(activeFirst)} what="keys" textOf={textOf}>
              {(shown) => (
                <KeyTable projectId={projectId} mayRevoke={mayBuild} keys={shown} onChange={keys.reload} />
              )}
            </LongList>
          )
        }
      </Loaded>
      {isCreating && (
        <NewKey
          projectId={projectId}
          keys={keys.state.is === 'ready' ? keys.state.value : []}
          onCreated={keys.reload}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
};
