import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Puts one message on a queue; rejects when the queue did not take it. */
export type Send<Message> = (message: Message) => Promise<void>;

export const openQueue =
  <Message>(client: SQSClient, url: string): Send<Message> =>
  async (message) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  };
