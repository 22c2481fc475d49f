import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transcription } from '#lib/transcriptions/transcription.ts';
import { type Attempt, forgeries } from '../support/forgeries.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';

/** Functions that handle what customers send, or call their servers, by a part of their logical ids. */
const workers = [
  ...['FetchAudio', 'SplitAudio', 'RecognizeChunk', 'FinishJob', 'DeadLetter', 'Sweep'],
  ...['DeliverWebhook', 'WebhooksDue', 'UploadReceived'],
];

describe('who breaks into a worker of the running service, and has its credentials,', () => {
  let service: Service;
  let attempts: ReturnType<typeof forgeries>;
  beforeAll(async () => {
    service = await startService();
    attempts = forgeries(service.stack.outputs['EarshotData']?.['TableName'] ?? '');
  });
  afterAll(() => service.stop());

  const clientOf = (name?: string): DynamoDBClient =>
    new DynamoDBClient({
      endpoint: service.stack.awsEndpoint,
      region: 'us-east-1',
      credentials: { ...(name === undefined ? service.stack.operator : service.stack.credentialsOf(name)) },
      maxAttempts: 1,
    });

  /** "refused", or what else became of it. */
  const outcomeOf = async (attempt: Attempt, name?: string): Promise<string> => {
    try {
      await attempt(clientOf(name));
      return 'let through';
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return error.name === 'AccessDeniedException' ? 'refused' : String(error);
    }
  };

  const outcomesOf = async (tried: Record<string, Attempt>, name?: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(tried).map(async ([what, attempt]) => [what, await outcomeOf(attempt, name)] as const),
      ),
    );

  const everywhere = (tried: Record<string, Attempt>, outcome: string) =>
    Object.fromEntries(Object.keys(tried).map((what) => [what, outcome]));

  test.each([...workers, 'BooksAudit'])('can make nothing by %s', async (name) => {
    const { items } = operatorOf(service.stack);
    const before = await items();
    expect(await outcomesOf(attempts.writes, name)).toEqual(everywhere(attempts.writes, 'refused'));
    expect(await items()).toEqual(before);
  });

  test.each(workers)('can read no key and no list by %s', async (name) => {
    expect(await outcomesOf(attempts.reads, name)).toEqual(everywhere(attempts.reads, 'refused'));
  });

  test('can write a charge, and lower what was spent, as the one worker that charges only', async () => {
    const charging = async (attempt: Attempt) => {
      const outcomes = await Promise.all(
        workers.map(async (name) => [name, await outcomeOf(attempt, name)] as const),
      );
      return outcomes.filter(([, outcome]) => outcome !== 'refused').map(([name]) => name);
    };
    expect(await charging(attempts.putCharge)).toEqual(['FinishJob']);
    expect(await charging(attempts.lowerSpent)).toEqual(['FinishJob']);
  });

  test('can tell of no event by the function that recognizes speech', async () => {
    expect(await outcomeOf(attempts.putEvent, 'RecognizeChunk')).toBe('refused');
    expect(await outcomeOf(attempts.putEvent, 'SplitAudio')).toBe('let through');
  });

  test('has made no job by what an update may still write', async () => {
    expect(await outcomeOf(attempts.changeJob, 'SplitAudio')).toBe('let through');
    const made = (await operatorOf(service.stack).items()).filter(({ sk }) => sk === 'job');
    expect(made).toHaveLength(1);
    for (const item of made) expect(Transcription.safeParse(item).success).toBe(false);
  });

  // Last, since it leaves all that was forged in the table.
  test('is refused for the lack of rights alone: its requests are good', async () => {
    expect(await outcomesOf(attempts.writes)).toEqual(everywhere(attempts.writes, 'let through'));
    expect(await outcomesOf(attempts.reads)).toEqual(everywhere(attempts.reads, 'let through'));
  });

  test.skipIf(noSpeech)('has not kept the workers from their work', async () => {
    const job = await service.transcribe(tenSeconds('-f', 'ogg'), 'audio/ogg');
    expect(job).toMatchObject({ status: 'completed', billing: { status: 'charged' } });
  });
});
