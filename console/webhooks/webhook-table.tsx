import type { Tenant, Webhook } from '../api/types.ts';
import { Moment } from '../parts/moment.tsx';
import { hashOf } from '../route.ts';
import { addressOf } from './address.ts';
import { WebhookStatus } from './webhook-status.tsx';

type Props = { tenant: Tenant; webhooks: Webhook[] };

export const WebhookTable = ({ tenant, webhooks }: Props) => (
  <table class="stacked">
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">Status</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <th scope="row">
            <a href={hashOf.webhook(tenant, webhook.id)} class="breakable">
              {addressOf(webhook)}
            </a>
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
    </tbody>
  </table>
);
