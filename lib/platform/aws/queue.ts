import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import DataLoader from 'dataloader';
import { log } from '#lib/platform/log.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { secondMs } from '#lib/platform/durations.ts';

/**
 * Sends one message, to be received after `delayMs`, at most 15 minutes. Rejects if the queue did not accept it.
 */
export type Send<Message> = (message: Message, delayMs?: number) => Promise<void>;

type Grouped = { readonly tenant: Tenant };

type Entry = {
  readonly MessageBody: string;
  readonly DelaySeconds: number;
  readonly MessageGroupId: string;
};

/** The maximum number of messages that SQS accepts in one call. */
export const maxBatch = 10;

/** Sends at most `maxBatch` messages. Returns the error of each that the queue did not accept. */
const sendBatch = async (
  client: SQSClient,
  url: string,
  entries: readonly Entry[],
): Promise<(Error | undefined)[]> => {
  // The SDK retries a call with one message, but does not retry one refused message of a batch.
  const [first, ...others] = entries;
  if (first && others.length === 0) {
    await client.send(new SendMessageCommand({ QueueUrl: url, ...first }));
    return [undefined];
  }
  const batch = entries.map((entry, index) => ({ Id: String(index), ...entry }));
  const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: batch }));
  return batch.map(({ Id }) => {
    const failed = Failed.find((one) => one.Id === Id);
    return failed && new Error(`SQS did not accept a message: ${failed.Code}`);
  });
};

/**
 * Opens a fair queue: a standard queue with a message group id, by default one group for each tenant. Messages of one group
 * do not delay those of others. Messages that are sent at the same time share calls of SQS.
 */
export const openQueue = <Message extends Grouped>(
  client: SQSClient,
  url: string,
  groupOf: (message: Message) => string = ({ tenant }) => tenant,
): Send<Message> => {
  const batches = new DataLoader((entries: readonly Entry[]) => sendBatch(client, url, entries), {
    maxBatchSize: maxBatch,
    cache: false,
  });
  return async (message, delayMs = 0) => {
    await batches.load({
      MessageBody: JSON.stringify(message),
      DelaySeconds: Math.ceil(delayMs / secondMs),
      MessageGroupId: groupOf(message),
    });
  };
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
