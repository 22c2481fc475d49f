import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { log } from '#lib/log.ts';

/** Puts one message on a queue; rejects when the queue did not take it. */
export type Send<Message> = (message: Message) => Promise<void>;

export const openQueue =
  <Message>(client: SQSClient, url: string): Send<Message> =>
  async (message) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  };

/** Hides a message that was received for so many more seconds. That it could not is no error: it stays hidden for longer. */
export type Hide = (receiptHandle: string, seconds: number) => Promise<void>;

export const hider =
  (client: SQSClient, url: string): Hide =>
  async (receiptHandle, seconds) => {
    const change = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    await client
      .send(new ChangeMessageVisibilityCommand(change))
      .catch((error: unknown) => log.error('record.hide_failed', error));
  };
