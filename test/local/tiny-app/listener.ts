import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient();

type Event = { Records?: { s3: { object: { key: string } } }[]; 'detail-type'?: string };

export const handler = async (event: Event) => {
  const pk = event.Records?.[0]?.s3.object.key ?? event['detail-type'] ?? 'nothing';
  await dynamodb.send(new PutItemCommand({ TableName: process.env['TABLE_NAME'], Item: { pk: { S: pk } } }));
};
