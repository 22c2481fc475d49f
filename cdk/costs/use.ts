import * as z from 'zod';
import type { Template } from './idle.ts';
import prices from './prices.json' with { type: 'json' };

// 4xx, 5xx, Count, DataProcessed, IntegrationLatency, Latency. WebSocket APIs have six too.
const metricsOfRoute = 6;

const Stage = z.object({
  ApiId: z.unknown(),
  DefaultRouteSettings: z.object({ DetailedMetricsEnabled: z.boolean().default(false) }).prefault({}),
});

/**
 * The number of routes that have their own metrics, and the monthly cost in USD of the metrics of one route that is
 * called every hour.
 */
export const metricsOfRoutes = (templates: readonly Template[]) => {
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === `AWS::ApiGatewayV2::${type}`);
  const detailed = ofType('Stage')
    .map(({ Properties }) => Stage.parse(Properties))
    .filter(({ DefaultRouteSettings }) => DefaultRouteSettings.DetailedMetricsEnabled)
    .map(({ ApiId }) => JSON.stringify(ApiId));
  const routes = ofType('Route').filter(({ Properties }) =>
    detailed.includes(JSON.stringify(Properties['ApiId'])),
  );
  return { routes: routes.length, usdEach: metricsOfRoute * prices.customMetricMonth };
};

// A sweep finds each order every minute: it reads the balance and whether the organization was deleted, and moves the order
// in the table and in an index.
const sweepsOfMonth = 730 * 60;
const sweepOfOrder = { writeUnits: 3, readUnits: 2 };
export const topUpOrderMonth =
  sweepsOfMonth *
  (sweepOfOrder.writeUnits * prices.dynamodbWriteUnit + sweepOfOrder.readUnits * prices.dynamodbReadUnit);

const chargeBytes = 415;
/** A million charges, stored with point-in-time recovery. */
export const millionChargesMonth =
  (1_000_000 * chargeBytes * (prices.dynamodbGbMonth + prices.dynamodbRecoveryGbMonth)) / 1_000_000_000;
