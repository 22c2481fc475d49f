import type { ApiKey } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';
import { Moment } from '../parts/moment.tsx';

type Props = { apiKey: ApiKey; onRevoke: () => void };

export const KeyRow = ({ apiKey, onRevoke }: Props) => (
  <tr class={apiKey.revoked_at === null ? '' : 'past'}>
    <th scope="row">{apiKey.name}</th>
    <td data-label="Key">
      <code>{apiKey.hint}</code>
    </td>
    <td data-label="Kind">
      <Badge tone={apiKey.mode === 'live' ? 'good' : 'plain'} text={apiKey.mode} />
    </td>
    <td data-label="Created">
      <Moment at={apiKey.created_at} />
    </td>
    <td class="row-actions">
      {apiKey.revoked_at === null ? (
        <button type="button" class="secondary outline small" onClick={onRevoke}>
          Revoke<span class="sr-only"> {apiKey.name}</span>
        </button>
      ) : (
        <span class="quiet">
          Revoked <Moment at={apiKey.revoked_at} />
        </span>
      )}
    </td>
  </tr>
);
