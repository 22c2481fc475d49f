import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const sqs = new SQSClient();
const dynamodb = new DynamoDBClient();

/** Sends the body to the queue, which is granted. Reading the table is not granted. */
export const handler = async (event: { body?: string; rawPath: string }) => {
  if (event.rawPath === '/environment')
    return { statusCode: 200, body: JSON.stringify({ speechDir: process.env['SPEECH_DIR'] }) };
  if (event.rawPath === '/table') {
    const read = new GetItemCommand({ TableName: process.env['TABLE_NAME'], Key: { pk: { S: 'x' } } });
    return dynamodb
      .send(read)
      .catch((error: Error) => ({ statusCode: 403, body: `${error.name}: ${error.message}` }));
  }
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env['QUEUE_URL'], MessageBody: event.body }));
  return { statusCode: 202, body: '' };
};
