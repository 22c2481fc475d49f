import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { type Attempt, forgeries } from '../support/forgeries.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';

/** Functions that process customers' files or call customers' servers, by a part of their logical id. */
const workers = [
  ...['FetchAudio', 'SplitAudio', 'RecognizeChunk', 'FinishJob', 'DeadLetter', 'Sweep'],
  ...['DeliverWebhook', 'WebhooksDue', 'UploadReceived'],
  ...['RealtimeAuthorizer', 'RealtimeConnect', 'RealtimeDisconnect', 'RealtimeDefault', 'SessionsDue'],
  // It recognizes the audio of customers' sessions.
  'RunSession',
];
/** It writes the job of a session at its end. No other function creates that job. */
const ender = 'EndSession';

describe('an attacker with the credentials of a running worker', () => {
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

  /** "refused", "allowed", or the error. */
  const outcomeOf = async (attempt: Attempt, name?: string): Promise<string> => {
    try {
      await attempt(clientOf(name));
      return 'allowed';
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

  test.each([...workers, 'BooksAudit'])(
    'an attacker in %s cannot create or change protected items',
    async (name) => {
      const { items } = operatorOf(service.stack);
      const before = await items();
      expect(await outcomesOf(attempts.writes, name)).toEqual(everywhere(attempts.writes, 'refused'));
      expect(await items()).toEqual(before);
    },
  );

  test('an attacker in EndSession can put jobs, and no other protected item', async () => {
    const allowed = ['put a job', 'show something else in a list of jobs'];
    expect(await outcomesOf(attempts.writes, ender)).toEqual({
      ...everywhere(attempts.writes, 'refused'),
      ...Object.fromEntries(allowed.map((what) => [what, 'allowed'])),
    });
  });

  test.each([...workers, ender])('an attacker in %s cannot read API keys or lists', async (name) => {
    expect(await outcomesOf(attempts.reads, name)).toEqual(everywhere(attempts.reads, 'refused'));
  });

  test('only an attacker in FinishJob or EndSession can write charges or lower the amount spent', async () => {
    const charging = async (attempt: Attempt) => {
      const outcomes = await Promise.all(
        [...workers, ender].map(async (name) => [name, await outcomeOf(attempt, name)] as const),
      );
      return outcomes.filter(([, outcome]) => outcome !== 'refused').map(([name]) => name);
    };
    expect(await charging(attempts.putCharge)).toEqual(['FinishJob', ender]);
    expect(await charging(attempts.lowerSpent)).toEqual(['FinishJob', ender]);
  });

  test('an attacker in RecognizeChunk cannot write events', async () => {
    expect(await outcomeOf(attempts.putEvent, 'RecognizeChunk')).toBe('refused');
    expect(await outcomeOf(attempts.putEvent, 'SplitAudio')).toBe('allowed');
  });

  test('of the functions of realtime sessions only those that store audio can put any', async () => {
    const stores = ['RealtimeDefault', 'RunSession', ender];
    const outcomes = [...stores, 'RealtimeAuthorizer', 'RealtimeConnect', 'SessionsDue'].map(
      async (name) => [name, await outcomeOf(attempts.putFrame, name)] as const,
    );
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
      RealtimeDefault: 'allowed',
      RunSession: 'allowed',
      [ender]: 'allowed',
      RealtimeAuthorizer: 'refused',
      RealtimeConnect: 'refused',
      SessionsDue: 'refused',
    });
  });

  test('an attacker in RunSession can change what a session has heard, and neither whom nor at most how much it is charged', async () => {
    const { advance, changeTerms, setPrice, lengthen } = attempts;
    const outcomes = await outcomesOf({ advance, changeTerms, setPrice, lengthen }, 'RunSession');
    expect(outcomes).toEqual({
      advance: 'allowed',
      changeTerms: 'refused',
      setPrice: 'refused',
      lengthen: 'refused',
    });
  });

  test('an attacker cannot create a valid job with the attributes that updates may write', async () => {
    expect(await outcomeOf(attempts.changeJob, 'SplitAudio')).toBe('allowed');
    // Excludes the job that EndSession has written, which has a tenant.
    const jobs = (await operatorOf(service.stack).items()).filter(({ sk }) => sk === 'job');
    const made = jobs.filter(({ tenant }) => tenant === undefined);
    expect(made).toHaveLength(1);
    for (const item of made) expect(Transcription.safeParse(item).success).toBe(false);
  });

  // This comes last, because it leaves the forged items in the table.
  test('the operator may send the same requests, so only missing rights refuse them', async () => {
    expect(await outcomesOf(attempts.writes)).toEqual(everywhere(attempts.writes, 'allowed'));
    expect(await outcomesOf(attempts.reads)).toEqual(everywhere(attempts.reads, 'allowed'));
  });

  test.skipIf(noSpeech)('jobs still run with these rights', async () => {
    const job = await service.transcribe(tenSeconds('-f', 'ogg'), 'audio/ogg');
    expect(job).toMatchObject({ status: 'completed', billing: { status: 'charged' } });
  });
});
