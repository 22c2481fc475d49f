import { alarmOnLog } from './log-alarm.ts';
import type { ServiceFunction } from './service-function.ts';

/** Alarms on payment events that could not be processed. */
export const watchPayments = (receiver: ServiceFunction): void => {
  alarmOnLog(receiver, 'payment.uncredited', {
    severity: 'page',
    impact:
      'A customer paid and got no credit, because the product and price are not in the price list, or the organization does not exist.',
    firstLook:
      'the log of platform/billing/receive-event for its type and reason. Correct the setting products, deploy, and have Stripe send the event again.',
  });
  alarmOnLog(receiver, 'payment.unreadable', {
    severity: 'page',
    impact: 'An event of Stripe has an unknown format, so its payment may be missing in the books.',
    firstLook:
      'the log of platform/billing/receive-event for the id and type of the event, and whether the endpoint in the dashboard of Stripe has the API version that docs/operations.md names.',
  });
  alarmOnLog(receiver, 'payment.refused', {
    severity: 'page',
    // Strangers may post nonsense, and the payment provider retries for three days.
    threshold: 5,
    impact: 'If it is the payment provider that was refused, payments are not credited.',
    firstLook: 'whether the signing secret is that of the endpoint in the dashboard of Stripe.',
  });
};
