import type { Delivery } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';

type Status = Delivery['status'];

const tones: Readonly<Record<Status, 'good' | 'bad' | 'busy' | 'plain'>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'busy',
  held: 'plain',
};

export const deliveryStatuses = Object.keys(tones);
export const isDeliveryStatus = (text: string): text is Status => Object.hasOwn(tones, text);

export const DeliveryStatus = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]} text={status} />
);
