import type { Call } from '../aws-endpoint/json-service.ts';
import type { Functions } from '../lambda/deploy.ts';
import type { ObjectCreated } from '../s3/call.ts';
import type { Deployment } from '../template/deployment.ts';
import { bucketNotifications, objectCreatedEvent } from './bucket-notifications.ts';
import { repeat, type Clock } from './clock.ts';
import type { InvokeAsync } from './invoke-async.ts';
import { queueMappings } from './mappings-from-template.ts';
import { startQueueMapping } from './queue-mapping.ts';
import { scheduledCalls } from './rules.ts';

type EventDeps = {
  readonly deployment: Deployment;
  readonly functions: Functions;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly invoke: InvokeAsync;
};

/** Handles new objects: invokes the functions in the bucket's notification configuration. */
export const notifier = ({ deployment, functions, invoke }: EventDeps) => {
  const notifications = bucketNotifications(deployment);
  return (created: ObjectCreated): void => {
    for (const { bucket, functionName, matches } of notifications) {
      if (bucket !== created.bucket || !matches(created)) continue;
      invoke(functions.poolOf(functionName), objectCreatedEvent(created, deployment.place.region));
    }
  };
};

/** Starts all queue mappings and schedules of the template. Returns a function that stops them. */
export const startEvents = ({ deployment, functions, clock, log, invoke }: EventDeps, sqs: Call) => {
  const stops = [
    ...queueMappings(deployment, functions.identityOf).map(
      ({ functionName, mapping, maximumConcurrency }) => {
        const pool = functions.poolOf(functionName);
        const concurrency = Math.min(pool.spec.concurrency, maximumConcurrency);
        return startQueueMapping({ ...mapping, concurrency }, { sqs, pool, clock, log });
      },
    ),
    ...scheduledCalls(deployment).map(({ functionName, schedule, eventAt }) =>
      repeat(clock, schedule, () => invoke(functions.poolOf(functionName), eventAt(clock.now()))),
    ),
  ];
  return () => stops.forEach((stop) => stop());
};
