import type { SQSEvent } from 'aws-lambda';

type Sent = { readonly body: unknown; readonly receives?: number; readonly waitedMs?: number };

const sentAt = Date.parse('2026-11-20T10:00:00.000Z');

/** An event as SQS sends it: messages m0, m1, … with the receipt handles r0, r1, … */
export const queueEvent = (...sent: readonly Sent[]): SQSEvent => ({
  Records: sent.map(({ body, receives = 1, waitedMs = 0 }, at) => ({
    messageId: `m${at}`,
    receiptHandle: `r${at}`,
    body: JSON.stringify(body),
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      SenderId: '',
      ApproximateFirstReceiveTimestamp: String(sentAt + waitedMs),
    },
  })),
});
