import * as z from 'zod';
import { pageQuery } from '#lib/platform/http/cursor.ts';
import { deliveryStatuses } from './delivery.ts';

/** Query of GET /v1/webhooks/{webhook_id}/deliveries. */
export const DeliveriesQuery = pageQuery('dlv').extend({
  status: z
    .enum(deliveryStatuses, `Send one of ${deliveryStatuses.join(', ')}.`)
    .optional()
    .meta({
      description: 'Only deliveries of this status. A page may be short even when another follows.',
    }),
});
