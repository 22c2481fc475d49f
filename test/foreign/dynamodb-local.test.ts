import { afterAll, beforeAll, describe, vi } from 'vitest';
import { noJava, startDynamoDbLocal } from './dynamodb-local.ts';

describe.skipIf(noJava)(`Amazon's DynamoDB Local (${noJava ?? 'by Maven'})`, async () => {
  let stop = () => {};
  beforeAll(async () => {
    const dynamodb = await startDynamoDbLocal();
    stop = dynamodb.stop;
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
