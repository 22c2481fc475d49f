import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planConcurrency } from '#cdk/concurrency.ts';
import { drainMs } from '#lib/platform/queue/drain-queue.ts';
import { workersGoneMs } from '#lib/domain/transcriptions/timing.ts';
import { statementsOf } from '../support/grants.ts';
import { customized, fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize(customized);
const queues = templates.ofType('AWS::SQS::Queue');
const mappings = templates.ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => ({
  Properties,
  worker: templates.target(Properties['FunctionName']),
  queue: templates.target(Properties['EventSourceArn']),
}));
const functionOf = (file: string) =>
  templates.ofType('AWS::Lambda::Function').find((fn) => fileOf(fn) === file)?.Properties;

test('every queue has its consumer, and the dead-letter queues of jobs have one too', () => {
  expect(
    Object.fromEntries(
      mappings.map(({ queue, worker }) => [templates.name({ Ref: queue.id }), fileOf(worker)]),
    ),
  ).toEqual({
    FetchQueue: 'workers/fetch-audio.ts',
    SplitQueue: 'workers/split-audio.ts',
    ChunkQueue: 'workers/recognize-chunk.ts',
    FinishQueue: 'workers/finish-job.ts',
    WebhookQueue: 'workers/deliver-webhook.ts',
    FetchDeadLetters: 'workers/dead-letter.ts',
    SplitDeadLetters: 'workers/dead-letter.ts',
    ChunkDeadLetters: 'workers/dead-letter.ts',
    FinishDeadLetters: 'workers/dead-letter.ts',
  });
  // Dead letters of webhooks need no consumer, because the sweeper retries the deliveries.
  expect(mappings.length).toBe(queues.length - 1);
});

describe.each(mappings)('$queue.id', ({ Properties, worker, queue }) => {
  test(`${queue.id} delivers one message at a time and retries only the failed one`, () => {
    expect(Properties).toMatchObject({ BatchSize: 1, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  });

  test(`${queue.id} has a visibility timeout of six function timeouts, so that no two workers get a message`, () => {
    expect(queue.Properties['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * worker.Properties['Timeout']);
  });

  test(`${queue.id} limits its function by the mapping, because throttles of reserved concurrency use up attempts`, () => {
    expect(Properties['ScalingConfig'].MaximumConcurrency).toBeGreaterThanOrEqual(2);
    expect(worker.Properties['ReservedConcurrentExecutions']).toBeUndefined();
  });
});

/** The files of the functions that each function starts: by a call, or by a message on a queue that starts them. */
const filesStartedBy = (() => {
  const consumers = new Map(mappings.map(({ queue, worker }) => [templates.name({ Ref: queue.id }), worker]));
  const started = new Map<string, Set<string>>();
  for (const fn of templates.ofType('AWS::Lambda::Function')) {
    const statements = statementsOf(fn, templates);
    const namesOf = (action: string): string[] =>
      statements
        .filter((one) => one.Action.includes(action))
        .flatMap((one) => one.Resource.map((resource) => templates.name(resource)));
    const called = namesOf('lambda:InvokeFunction').map((name) => templates.target({ Ref: name }));
    const consuming = namesOf('sqs:SendMessage').flatMap((name) => consumers.get(name) ?? []);
    started.set(fileOf(fn), new Set([...called, ...consuming].map(fileOf)));
  }
  return started;
})();

const mayComeBack = (file: string): boolean => {
  const reached = new Set<string>();
  const reach = (from: string) => {
    for (const next of filesStartedBy.get(from) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      reach(next);
    }
  };
  reach(file);
  return reached.has(file);
};

test('Lambda does not stop a function that starts itself again, by whatever functions between', () => {
  const stopped = templates
    .ofType('AWS::Lambda::Function')
    .filter((fn) => mayComeBack(fileOf(fn)) && fn.Properties['RecursiveLoop'] !== 'Allow')
    .map(fileOf);
  // A delivery is sent again by itself only within a minute, so it goes round a few times. Later tries are those of the sweeper.
  expect(stopped).toEqual(['workers/deliver-webhook.ts']);
});

test('who helps with chunks has as much time for the last one that it begins as another worker', () => {
  const [helper, worker] = ['recognize-waiting', 'recognize-chunk'].map(
    (name) => functionOf(`workers/${name}.ts`)?.['Timeout'],
  );
  expect(1_000 * (helper - worker)).toBeGreaterThanOrEqual(drainMs);
});

test('who helps with chunks has the memory that new accounts get, or by a setting a processor for each process', () => {
  const large = synthesize({ ...customized, helperProcesses: 4 });
  const helpers = [templates, large].map(
    (some) =>
      some.ofType('AWS::Lambda::Function').find((fn) => fileOf(fn) === 'workers/recognize-waiting.ts')
        ?.Properties,
  );
  expect(helpers.map((helper) => helper?.['MemorySize'])).toEqual([3_008, 4 * 1_769]);
  expect(helpers.map((helper) => helper?.['Environment'].Variables.HELPER_PROCESSES)).toEqual(['2', '4']);
});

test('with helpers off nobody is called', () => {
  const without = synthesize({ ...customized, helpers: 'off' });
  const files = without.ofType('AWS::Lambda::Function').map(fileOf);
  expect(files).toContain('workers/recognize-chunk.ts');
  expect(files.filter((file) => file.endsWith('-waiting.ts'))).toEqual([]);
});

test('a message that fails five times is kept for 14 days in the dead-letter queue', () => {
  const redrives = queues.flatMap(({ Properties }) => Properties['RedrivePolicy'] ?? []);
  expect(redrives.map(({ maxReceiveCount }) => maxReceiveCount)).toEqual([5, 5, 5, 5, 5]);
  for (const { deadLetterTargetArn } of redrives) {
    expect(templates.target(deadLetterTargetArn).Properties['MessageRetentionPeriod']).toBe(14 * 24 * 3600);
  }
});

test('split-audio has disk space for the largest upload, and the maximum timeout', () => {
  const split = functionOf('workers/split-audio.ts');
  expect(split?.['EphemeralStorage'].Size * 1024 ** 2).toBeGreaterThan(2 * 500_000_000);
  expect(split?.['Timeout']).toBe(900);
});

test('every worker has timed out before the final cleanup of a job', () => {
  for (const { worker } of mappings) expect(1_000 * worker.Properties['Timeout']).toBeLessThan(workersGoneMs);
});

test('queues and reserved functions at their limits leave concurrency for other functions', () => {
  const limits = mappings.map(({ Properties }) => Properties['ScalingConfig'].MaximumConcurrency);
  const reserved = templates
    .ofType('AWS::Lambda::Function')
    .map(({ Properties }) => Properties['ReservedConcurrentExecutions'] ?? 0);
  const used = [...limits, ...reserved].reduce((sum, one) => sum + one, 0);
  expect(used).toBeLessThanOrEqual(500 - 40);
  // The plan must not waste the account's concurrency.
  expect(used).toBeGreaterThan(500 - 60);
});

test('with eventPollers, parts and chunks have pollers ready, and no more messages at once than their share', () => {
  const share = planConcurrency(500, { sessions: 30, hasPollers: true }).mappings;
  const ready = synthesize({ ...customized, eventPollers: 10 });
  const provisioned = ready.ofType('AWS::Lambda::EventSourceMapping').flatMap(({ id, Properties }) => {
    const pollers = Properties['ProvisionedPollerConfig'];
    if (!pollers) return [];
    expect(Properties['ScalingConfig']).toBeUndefined();
    return [{ ...pollers, limit: /split/i.test(id) ? share.split : share.recognize }];
  });
  expect(provisioned.length).toBe(2);
  for (const { MinimumPollers: min, MaximumPollers: max, limit } of provisioned) {
    expect(min).toBe(Math.min(10, max));
    expect(10 * max).toBeLessThanOrEqual(limit);
    expect(10 * (max + 1)).toBeGreaterThan(limit);
  }
});

test('the commands before eventPollers are left out switch off every mapping with pollers, which CloudFormation leaves on', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
  const [, block = ''] = /```sh\n([^`]*--provisioned-poller-config '\{\}'[^`]*)```/.exec(page) ?? [];
  const switched = [...block.matchAll(/Lambda::EventSourceMapping '([^']+)'/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  const ready = synthesize({ ...customized, eventPollers: 10 }).ofType('AWS::Lambda::EventSourceMapping');
  const found = ready.filter(({ id }) => switched.some((pattern) => pattern.test(id)));
  expect(found.map(({ id }) => id)).toEqual(
    ready.flatMap(({ id, Properties }) => (Properties['ProvisionedPollerConfig'] ? id : [])),
  );
});

test('eventPollers are refused where a queue has too little concurrency for two', () => {
  expect(() => synthesize({ accountConcurrency: 300, eventPollers: 2 })).toThrow('eventPollers needs 20');
});

test('the environment of each stage has the share of one project', () => {
  const shares = ['fetch-audio', 'split-audio', 'finish-job'].map((name) =>
    Object.entries(functionOf(`workers/${name}.ts`)?.['Environment'].Variables).filter(([variable]) =>
      variable.endsWith('_SHARE'),
    ),
  );
  expect(shares).toEqual([[['FETCH_SHARE', '4']], [['SPLIT_SHARE', '7']], [['FINISH_SHARE', '4']]]);
});

test('synthesis refuses an account with too little concurrency', () => {
  expect(() => synthesize({ accountConcurrency: 10 })).toThrow('accountConcurrency is 10');
});

test('only the functions that need ffmpeg or the engine have the speech layer', () => {
  const withSpeech = templates
    .ofType('AWS::Lambda::Function')
    .filter(({ Properties }) => Properties['Layers']);
  expect(withSpeech.map(fileOf).toSorted()).toEqual([
    ...['workers/recognize-chunk.ts', 'workers/recognize-waiting.ts'],
    ...['workers/run-session.ts', 'workers/split-audio.ts', 'workers/split-waiting.ts'],
  ]);
  for (const { Properties } of withSpeech) {
    expect(Properties['Environment'].Variables.SPEECH_DIR).toBe('/opt/speech');
  }
});

const startedBy = (schedule: string) => {
  const rules = templates
    .ofType('AWS::Events::Rule')
    .filter(({ Properties }) => Properties['ScheduleExpression'] === schedule);
  for (const { Properties } of rules) expect(Properties).toMatchObject({ State: 'ENABLED' });
  return rules.map(({ Properties }) => templates.target(Properties['Targets'][0].Arn));
};

test('the books are audited every night', () => {
  expect(startedBy('cron(0 3 * * ? *)').map(fileOf)).toEqual(['workers/audit-books.ts']);
});

test('the sweepers start every minute and time out before the next start', () => {
  const sweepers = startedBy('rate(1 minute)');
  expect(sweepers.map(fileOf).toSorted()).toEqual([
    ...['workers/buy-top-ups.ts', 'workers/erase-projects.ts', 'workers/sweep-sessions.ts'],
    ...['workers/sweep-webhooks.ts', 'workers/sweep.ts'],
  ]);
  for (const { Properties } of sweepers) expect(Properties['Timeout']).toBeLessThan(60);
  for (const { Properties } of templates.ofType('AWS::Lambda::EventInvokeConfig'))
    expect(Properties).toMatchObject({ MaximumRetryAttempts: 0 });
});

test('every function runs on arm64 and Node 24, is traced, and keeps its logs for the retention of the settings', () => {
  for (const { Properties } of templates.ofType('AWS::Lambda::Function')) {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
    });
    expect(templates.target(Properties['LoggingConfig'].LogGroup).Properties['RetentionInDays']).toBe(14);
  }
});
