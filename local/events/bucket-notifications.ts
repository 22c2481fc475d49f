import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { ObjectCreated } from '../s3/call.ts';
import type { Deployment } from '../template/deployment.ts';
import { matchesPattern } from '../access/pattern.ts';
import { requirePermission } from '../template/permissions.ts';

const Rule = z.object({
  Name: z
    .string()
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(['prefix', 'suffix'])),
  Value: z.string(),
});
const Properties = z.object({
  NotificationConfiguration: z
    .strictObject({
      LambdaConfigurations: z
        .array(
          z.object({
            Event: z.string(),
            Function: z.string(),
            Filter: z.object({ S3Key: z.object({ Rules: z.array(Rule) }) }).optional(),
          }),
        )
        .default([]),
    })
    .default({ LambdaConfigurations: [] }),
});

/** A function to invoke for new objects in a bucket. */
export type Notification = {
  readonly bucket: string;
  readonly functionName: string;
  readonly matches: (event: Pick<ObjectCreated, 'eventName' | 'key'>) => boolean;
};

export const bucketNotifications = (deployment: Deployment): Notification[] =>
  deployment.ofType('AWS::S3::Bucket').flatMap((bucket) =>
    bucket.properties(Properties).NotificationConfiguration.LambdaConfigurations.map((configuration) => {
      const functionName = deployment.find('AWS::Lambda::Function', configuration.Function).name;
      const arn = bucket.returns['Arn'] ?? '';
      requirePermission(deployment, functionName, { principal: 's3.amazonaws.com', arn });
      const rules = configuration.Filter?.S3Key.Rules ?? [];
      return {
        bucket: bucket.name,
        functionName,
        matches: ({ eventName, key }) =>
          matchesPattern(configuration.Event, `s3:${eventName}`) &&
          rules.every(({ Name, Value }) => (Name === 'prefix' ? key.startsWith(Value) : key.endsWith(Value))),
      };
    }),
  );

/** The event S3 sends (S3 guide, "Event message structure"). */
export const objectCreatedEvent = (created: ObjectCreated, region: string): object => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: region,
      eventTime: created.at.toISOString(),
      eventName: created.eventName,
      s3: {
        s3SchemaVersion: '1.0',
        bucket: { name: created.bucket, arn: `arn:aws:s3:::${created.bucket}` },
        object: {
          key: new URLSearchParams([['', created.key]]).toString().slice(1).replaceAll('%2F', '/'),
          size: created.size,
          eTag: created.eTag.replaceAll('"', ''),
          sequencer: sequencer(created.at),
        },
      },
    },
  ],
});

/** Grows with time, so that events of one key can be ordered. */
const sequencer = (at: Date): string =>
  (at.getTime().toString(16).padStart(12, '0') + randomBytes(2).toString('hex')).toUpperCase();
