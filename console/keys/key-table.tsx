import { useState } from 'preact/hooks';
import { revokeKey } from '../api/calls.ts';
import type { ApiKey } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { KeyRow } from './key-row.tsx';

type Props = { projectId: string; keys: ApiKey[]; onChange: () => Promise<void> };

export const KeyTable = ({ projectId, keys, onChange }: Props) => {
  const [revoking, setRevoking] = useState<ApiKey>();
  const close = () => setRevoking(undefined);
  const revoke = async (key: ApiKey) => {
    await revokeKey(projectId, key.id);
    await onChange();
    close();
  };
  return (
    <>
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Kind</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span class="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </tbody>
      </table>
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          label="Revoke"
          act={() => revoke(revoking)}
          onClose={close}
        >
          <p>
            Requests with <code>{revoking.hint}</code> are refused immediately. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
};
