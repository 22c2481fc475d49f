import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { log } from '#lib/platform/log.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { secondMs } from '#lib/platform/durations.ts';

/**
 * Puts one message on a queue, to be received no sooner than `delayMs` from now, at most 15 minutes; rejects when the
 * queue did not take it.
 */
export type Send<Message> = (message: Message, delayMs?: number) => Promise<void>;

type Grouped = { readonly tenant: Tenant };

/**
 * Opens a queue on which one group of messages, by default those of a tenant, does not hold up the others: a fair queue,
 * which is a standard queue whose messages name their group.
 */
export const openQueue =
  <Message extends Grouped>(
    client: SQSClient,
    url: string,
    groupOf: (message: Message) => string = ({ tenant }) => tenant,
  ): Send<Message> =>
  async (message, delayMs = 0) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.ceil(delayMs / secondMs),
        MessageGroupId: groupOf(message),
      }),
    );
  };

/** Hides a message that was received for so many more seconds. That it could not is no error: it stays hidden for longer. */
export type ChangeVisibility = (receiptHandle: string, seconds: number) => Promise<void>;

export const visibilityChanger =
  (client: SQSClient, url: string): ChangeVisibility =>
  async (receiptHandle, seconds) => {
    const change = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    await client
      .send(new ChangeMessageVisibilityCommand(change))
      .catch((error: unknown) => log.error('record.hide_failed', error));
  };
