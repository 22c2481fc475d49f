import { Duration } from 'aws-cdk-lib/core';
import { Alarm } from './alarm.ts';
import { alarmOnLog, logMetric } from './log-alarm.ts';
import type { ServiceFunction } from './service-function.ts';
import { routeMetric } from './watch-route.ts';

/** Raised by two bad hours in a day: events are rare, and Stripe retries a failed one within hours, for three days. */
const again = { evaluationPeriods: 24, datapointsToAlarm: 2 } as const;
const hourly = { period: Duration.hours(1), statistic: 'Sum' } as const;

/** Alarms on payment events that could not be processed. `route` is the one that receives them. */
export const watchPayments = (receiver: ServiceFunction, route: Parameters<typeof routeMetric>[0]): void => {
  new Alarm(receiver, 'PaymentsFailing', {
    ...again,
    severity: 'page',
    metric: routeMetric(route, '5xx', hourly),
    impact:
      'Payments of customers give no credit, because their events get an error as answer again and again.',
    firstLook:
      'the log of platform/billing/receive-event for request.crashed and payment.provider_failed. Stripe sends the events again for three days.',
  });
  alarmOnLog(receiver, 'PaymentUncredited', {
    severity: 'page',
    impact:
      'A customer paid and got no credit, because the product and price are not in the price list, or were paid in another amount, or the organization does not exist or was deleted.',
    firstLook:
      'the log of platform/billing/receive-event. For payment.uncredited correct the setting products, deploy, and have Stripe send the event again, or else refund the payment; for payment.of_deleted end the subscription at Stripe and refund the payment.',
  });
  alarmOnLog(receiver, 'PaymentUnreadable', {
    severity: 'page',
    impact: 'An event of Stripe has an unknown format, so its payment may be missing in the books.',
    firstLook:
      'the log of platform/billing/receive-event for the id and type of the event, and whether the endpoint in the dashboard of Stripe has the API version that docs/deployment.md names.',
  });
  new Alarm(receiver, 'PaymentRefusedAlarm', {
    ...again,
    // Not a page: the route is public, so a stranger could wake somebody by two requests. Stripe sends an event again for three days.
    severity: 'ticket',
    metric: logMetric(receiver, 'PaymentRefused', hourly),
    impact:
      'Payment events with a wrong signature were refused. If they came from Stripe, payments are not credited.',
    firstLook: 'whether the signing secret is that of the endpoint in the dashboard of Stripe.',
  });
};
