import type { ApiKey } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/moment.tsx';
import { isActive } from './key-state.ts';

/** `onRevoke` is undefined if the user may only read. */
type Props = { apiKey: ApiKey; onRevoke: (() => void) | undefined };

export const KeyRow = ({ apiKey, onRevoke }: Props) => (
  <tr class={isActive(apiKey) ? '' : 'past'}>
    <th scope="row">{apiKey.name}</th>
    <td data-label="Key">
      <code>{apiKey.hint}</code>
    </td>
    <td data-label="Kind">
      <Badge tone={apiKey.mode === 'live' ? 'good' : 'plain'} text={apiKey.mode} />
    </td>
    <td data-label="Created">
      <Moment at={apiKey.created_at} />
      <span class="quiet by" title={apiKey.created_by.email}>
        {' '}
        {apiKey.created_by.email}
      </span>
    </td>
    <td data-label="Last used">
      {apiKey.last_used_at === null ? <span class="quiet">Never</span> : <Moment at={apiKey.last_used_at} />}
    </td>
    <td data-label="Expires">
      {apiKey.expires_at === null ? <span class="quiet">Never</span> : <Moment at={apiKey.expires_at} />}
    </td>
    <td class="row-actions">
      <KeyEnd apiKey={apiKey} onRevoke={onRevoke} />
    </td>
  </tr>
);

const KeyEnd = ({ apiKey, onRevoke }: Props) => {
  if (apiKey.revoked_at !== null) {
    return (
      <span class="quiet">
        Revoked <Moment at={apiKey.revoked_at} />
      </span>
    );
  }
  if (!isActive(apiKey)) return <span class="quiet">Expired</span>;
  return (
    onRevoke && (
      <Button onClick={onRevoke}>
        Revoke<span class="sr-only"> {apiKey.name}</span>
      </Button>
    )
  );
};
