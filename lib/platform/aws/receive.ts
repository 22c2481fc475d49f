import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord, SQSRecordAttributes } from 'aws-lambda';

const attributes = ['ApproximateFirstReceiveTimestamp', 'ApproximateReceiveCount', 'SentTimestamp'] as const;

/** The part of a message from Lambda that is used. */
export type ReceivedMessage = Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'> & {
  readonly attributes: Pick<SQSRecordAttributes, (typeof attributes)[number]>;
};

/** Receives messages of a queue one by one, and removes those that are done. */
export type ReceiveMessages = {
  /**
   * A message; undefined if none was found. With 0 seconds, SQS asks only some of its servers, and may miss a message. With
   * more, it asks all of them, and the function is billed for the wait.
   */
  readonly receive: (waitSeconds: number) => Promise<ReceivedMessage | undefined>;
  readonly remove: (receiptHandle: string) => Promise<void>;
};

export const openReceiver = (client: SQSClient, url: string): ReceiveMessages => ({
  receive: async (waitSeconds) => {
    const { Messages: [message] = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 1,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: [...attributes],
      }),
    );
    if (!message) return undefined;
    const { MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} } = message;
    const {
      ApproximateFirstReceiveTimestamp = '',
      ApproximateReceiveCount = '',
      SentTimestamp = '',
    } = Attributes;
    return {
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: { ApproximateFirstReceiveTimestamp, ApproximateReceiveCount, SentTimestamp },
    };
  },
  remove: async (receiptHandle) => {
    await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receiptHandle }));
  },
});
