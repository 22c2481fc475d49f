import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord, SQSRecordAttributes } from 'aws-lambda';

const attributes = ['ApproximateFirstReceiveTimestamp', 'ApproximateReceiveCount', 'SentTimestamp'] as const;

/** A message as Lambda delivers it, the part that is used. */
export type ReceivedMessage = Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'> & {
  readonly attributes: Pick<SQSRecordAttributes, (typeof attributes)[number]>;
};

/** Receives messages of a queue one by one, and removes those that are done. */
export type ReceiveMessages = {
  /** A message that waits now; undefined if none was found. */
  readonly receive: () => Promise<ReceivedMessage | undefined>;
  readonly remove: (receiptHandle: string) => Promise<void>;
};

export const openReceiver = (client: SQSClient, url: string): ReceiveMessages => ({
  receive: async () => {
    const { Messages: [message] = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 1,
        // Not a long poll, which would be billed. It may miss a message; another worker gets that.
        WaitTimeSeconds: 0,
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
