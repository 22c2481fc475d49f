import { afterAll, beforeAll, describe, vi } from 'vitest';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import { anyDatabase } from '../support/table.ts';
import { noJava } from './dynamodb-local.ts';

describe.skipIf(noJava)(`Amazon's DynamoDB Local (${noJava ?? 'by Maven'})`, async () => {
  let stop = () => {};
  beforeAll(async () => {
    vi.stubEnv('EARSHOT_DYNAMODB', 'java');
    const dynamodb = await startDynamoDb(undefined, anyDatabase());
    stop = dynamodb.stop;
    // All tables use this engine. Each access key has its own database.
    vi.stubEnv('EARSHOT_DYNAMODB', dynamodb.url);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    stop();
  });

  await import('../lib/platform/aws/table.test.ts');
  await import('../lib/domain/realtime/session-repository.dynamodb.test.ts');
  await import('../lib/domain/transcriptions/transcription-repository.dynamodb.test.ts');
});
