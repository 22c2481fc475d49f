import * as z from 'zod';
import type { Identity } from '../access/identities.ts';
import type { Deployment } from '../template/deployment.ts';
import type { QueueMapping } from './queue-mapping.ts';

// Literals list what is supported here. Any other value fails at start instead of being ignored.
const Properties = z.object({
  EventSourceArn: z.string().startsWith('arn:aws:sqs:', 'only queues can be event sources here'),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.literal(1),
  MaximumBatchingWindowInSeconds: z.literal(0).default(0),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }).optional(),
  ProvisionedPollerConfig: z.object({ MaximumPollers: z.number().min(2) }).optional(),
  FilterCriteria: z.never('filters are not supported here').optional(),
});

const messagesPerPoller = 10;

const maximumConcurrency = ({
  ScalingConfig: scaling,
  ProvisionedPollerConfig: provisioned,
}: z.infer<typeof Properties>): number => {
  if (provisioned) return messagesPerPoller * provisioned.MaximumPollers;
  return scaling?.MaximumConcurrency ?? Number.POSITIVE_INFINITY;
};

// Lambda polls a queue with the rights of the function's role.
const neededActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

type FunctionMapping = {
  readonly functionName: string;
  readonly mapping: Omit<QueueMapping, 'concurrency'>;
  readonly maximumConcurrency: number;
};

/** The queue mappings of the template. Throws if a function's role may not read its queue, like a deployment. */
export const queueMappings = (
  deployment: Deployment,
  identityOf: (functionName: string) => Identity,
): FunctionMapping[] =>
  deployment.ofType('AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const properties = resource.properties(Properties);
    if (!properties.Enabled) return [];
    const queueArn = properties.EventSourceArn;
    const functionName = deployment.find('AWS::Lambda::Function', properties.FunctionName).name;
    const identity = identityOf(functionName);
    const missing = neededActions.find((action) => !identity.allows({ action, resource: queueArn }));
    if (missing) throw new Error(`The role of ${functionName} lacks ${missing} on ${queueArn}.`);
    return [
      {
        functionName,
        maximumConcurrency: maximumConcurrency(properties),
        mapping: {
          queueArn,
          queueUrl: deployment.find('AWS::SQS::Queue', queueArn).returns.Ref,
          region: deployment.place.region,
        },
      },
    ];
  });
