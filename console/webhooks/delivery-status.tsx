import type { Delivery } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';

type Status = Delivery['status'];

const tones: Readonly<Record<Status, 'good' | 'bad' | 'busy' | 'plain'>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'busy',
  held: 'plain',
};

export const DeliveryStatus = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]} text={status} />
);
