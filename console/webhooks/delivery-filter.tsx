import type { Delivery } from '../api/types.ts';
import { deliveryStatuses, isDeliveryStatus } from './delivery-status.tsx';

type Status = Delivery['status'] | undefined;
type Props = { status: Status; onStatus: (status: Status) => void };

export const DeliveryFilter = ({ status, onStatus }: Props) => (
  <div class="filters">
    <select
      aria-label="Status"
      value={status ?? ''}
      onChange={({ currentTarget: { value } }) => onStatus(isDeliveryStatus(value) ? value : undefined)}
    >
      <option value="">Any status</option>
      {deliveryStatuses.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </div>
);
