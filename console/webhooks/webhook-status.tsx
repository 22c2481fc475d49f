import type { Webhook } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';

export const WebhookStatus = ({ webhook }: { webhook: Webhook }) => (
  <Badge tone={webhook.status === 'enabled' ? 'good' : 'bad'} text={webhook.status} />
);
