import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { log } from '#lib/log.ts';

/** Puts one message on a queue; rejects when the queue did not take it. */
export type Send<Message> = (message: Message) => Promise<void>;

export const openQueue =
  <Message>(client: SQSClient, url: string): Send<Message> =>
  async (message) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  };

/** As `openQueue`, for messages that may wait, at most 15 minutes; of many groups each gets its turn. */
export const openPatientQueue =
  <Message>(client: SQSClient, url: string, groupOf: (message: Message) => string) =>
  async (message: Message, delayMs = 0): Promise<void> => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.ceil(delayMs / 1000),
        // A busy receiver's messages do not hold up those of the others: a fair queue, which is still a standard one.
        MessageGroupId: groupOf(message),
      }),
    );
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
