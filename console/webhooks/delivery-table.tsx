import type { Delivery } from '../api/types.ts';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { outcomeOf } from './outcome.ts';

const columns = ['Message', 'Status', 'Answer', { name: 'Attempts', is: 'number' }, 'Since'] as const;

type Props = { deliveries: readonly Delivery[]; onOpen: (delivery: Delivery) => void };

export const DeliveryTable = ({ deliveries, onOpen }: Props) => (
  <Table columns={columns}>
    {deliveries.map((delivery) => {
      const last = delivery.attempts.at(-1);
      return (
        <tr key={delivery.id}>
          <th scope="row">
            <button type="button" class="link" onClick={() => onOpen(delivery)}>
              {delivery.event_type}
            </button>
          </th>
          <td data-label="Status">
            <DeliveryStatus status={delivery.status} />
          </td>
          <td data-label="Answer">{last && outcomeOf(last)}</td>
          <td class="number" data-label="Attempts">
            {delivery.attempts.length}
          </td>
          <td data-label="Since">
            <Moment at={delivery.created_at} hasSeconds />
          </td>
        </tr>
      );
    })}
  </Table>
);
