import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { log } from '#lib/platform/log.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { secondMs } from '#lib/platform/durations.ts';

/**
 * Sends one message, to be received after `delayMs`, at most 15 minutes. Rejects if the queue did not accept it.
 */
export type Send<Message> = (message: Message, delayMs?: number) => Promise<void>;

type Grouped = { readonly tenant: Tenant };

/**
 * Opens a fair queue, on which one group of messages, by default one tenant's, does not delay the others: a standard queue
 * with a message group id.
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

/** Changes a received message's visibility timeout. A failure is only logged: the message reappears later. */
export type ChangeVisibility = (receiptHandle: string, seconds: number) => Promise<void>;

export const visibilityChanger =
  (client: SQSClient, url: string): ChangeVisibility =>
  async (receiptHandle, seconds) => {
    const change = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    await client
      .send(new ChangeMessageVisibilityCommand(change))
      .catch((error: unknown) => log.error('record.hide_failed', error));
  };
