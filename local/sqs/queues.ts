import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';
import type { Sqs } from './start.ts';

const Properties = z.object({
  FifoQueue: z.boolean(),
  ContentBasedDeduplication: z.boolean(),
  DelaySeconds: z.number(),
  MaximumMessageSize: z.number(),
  MessageRetentionPeriod: z.number(),
  ReceiveMessageWaitTimeSeconds: z.number(),
  VisibilityTimeout: z.number(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }),
});

/** Creates every queue of the template, or updates its attributes. */
export const createQueues = (deployment: Deployment, sqs: Sqs): void => {
  for (const queue of deployment.ofType('AWS::SQS::Queue')) {
    const properties = queue.properties(Properties.partial());
    const attributes = Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    sqs.putQueue(queue.name, Object.fromEntries(attributes));
  }
};
