import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { openQueue } from '#lib/platform/aws/queue.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

type Message = { readonly tenant: Tenant; readonly id: string };

/** A client whose requests end here. */
const recordingClient = () => {
  const sent: unknown[] = [];
  const client = new SQSClient({ region: 'eu-west-1' });
  client.middlewareStack.add(
    () => async (args) => {
      sent.push(args.input);
      return { output: { $metadata: {} }, response: undefined };
    },
    { step: 'initialize' },
  );
  return { client, sent };
};

const message: Message = { tenant: 'prj_a.live', id: 'ofq_1' };

test('a message takes its turn among those of its tenant', async () => {
  const { client, sent } = recordingClient();
  await openQueue<Message>(client, 'https://sqs/queue')(message);
  expect(sent).toEqual([
    {
      QueueUrl: 'https://sqs/queue',
      MessageBody: JSON.stringify(message),
      DelaySeconds: 0,
      MessageGroupId: 'prj_a.live',
    },
  ]);
});

test('a message may belong to another group, and wait', async () => {
  const { client, sent } = recordingClient();
  await openQueue<Message>(client, 'https://sqs/queue', ({ id }) => id)(message, 5_001);
  expect(sent).toMatchObject([{ DelaySeconds: 6, MessageGroupId: 'ofq_1' }]);
});
