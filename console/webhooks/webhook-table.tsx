import type { Tenant, Webhook } from '../api/types.ts';
import { Moment } from '../parts/moment.tsx';
import { hashOf } from '../route.ts';
import { addressOf } from './address.ts';
import { WebhookStatus } from './webhook-status.tsx';
import { Table } from '../parts/table.tsx';

const columns = ['Address', 'Status', 'Created'] as const;

type Props = { tenant: Tenant; webhooks: readonly Webhook[] };

export const WebhookTable = ({ tenant, webhooks }: Props) => (
  <Table columns={columns}>
    {webhooks.map((webhook) => (
      <tr key={webhook.id}>
        <th scope="row">
          <a href={hashOf.webhook(tenant, webhook.id)}>{addressOf(webhook)}</a>
          {webhook.description && <span class="quiet line">{webhook.description}</span>}
        </th>
        <td data-label="Status">
          <WebhookStatus webhook={webhook} />
        </td>
        <td data-label="Created">
          <Moment at={webhook.created_at} />
        </td>
      </tr>
    ))}
  </Table>
);
