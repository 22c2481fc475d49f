import { useState } from 'preact/hooks';
import { revokeKey } from '../api/calls.ts';
import type { ApiKey } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { KeyRow } from './key-row.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';

const columns = [
  'Name',
  'Key',
  'Kind',
  'Created',
  'Last used',
  'Expires',
  { name: 'Action', is: 'unseen' },
] as const;

type Props = {
  projectId: string;
  keys: readonly ApiKey[];
  mayRevoke: boolean;
  onChange: () => Promise<void>;
};

export const KeyTable = ({ projectId, keys, mayRevoke, onChange }: Props) => {
  const [revoking, setRevoking] = useState<ApiKey>();
  const close = () => setRevoking(undefined);
  const revoke = async (key: ApiKey) => {
    await revokeKey(projectId, key.id);
    await onChange();
    close();
    showToast(`${key.name} was revoked.`);
  };
  return (
    <>
      <Table columns={columns}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={mayRevoke ? () => setRevoking(key) : undefined} />
        ))}
      </Table>
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
          <p class="quiet">
            Jobs and live sessions that it has started go on and are charged. Cancel a job on its page, and a
            session with another key of the project.
          </p>
        </Confirm>
      )}
    </>
  );
};
