import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient();

export const handler = async (event: { Records: { body: string }[] }) => {
  for (const { body } of event.Records) {
    const Item = { pk: { S: body }, kind: { S: 'message' } };
    await dynamodb.send(new PutItemCommand({ TableName: process.env['TABLE_NAME'], Item }));
  }
  return { batchItemFailures: [] };
};
