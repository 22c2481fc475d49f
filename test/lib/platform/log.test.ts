import { Logger } from '@aws-lambda-powertools/logger';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog, withLogFields } from '#lib/platform/log.ts';
import { lambdaContext } from '../../support/http-event.ts';

const lines: Record<string, unknown>[] = [];

/** The log of a function on Lambda, with a console that the test can read. */
const written = () => {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand');
  return openLog(new Logger({ serviceName: 'earshot', logLevel: 'INFO' }));
};

beforeEach(() => {
  lines.splice(0);
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('an error is written without its cause, which may hold what a customer sent', () => {
  const error = new Error('The engine failed.', {
    cause: new Error('canary in a cause', { cause: 'canary' }),
  });
  written().error('record.retried', Object.assign(error, { details: 'canary in a property' }));
  expect(lines).toMatchObject([
    { level: 'ERROR', message: 'record.retried', error_name: 'Error', error_message: 'The engine failed.' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('what is thrown and no error is written as its type only', () => {
  written().error('record.retried', 'canary');
  expect(lines).toMatchObject([{ error_name: 'string' }]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('each line of an invocation names the function, the invocation and whether the function was started for it', () => {
  const log = written();
  for (const awsRequestId of ['first', 'second'])
    log.invocation({ ...lambdaContext, awsRequestId }, () => log.info('sweep.finished', { due: 1 }));
  expect(lines).toMatchObject([
    {
      message: 'sweep.finished',
      due: 1,
      function_name: 'test',
      function_request_id: 'first',
      cold_start: true,
    },
    { function_name: 'test', function_request_id: 'second', cold_start: false },
  ]);
});

test('what an invocation leaves running logs under its own id', async () => {
  const log = written();
  const { promise, resolve } = Promise.withResolvers<void>();
  const left = log.invocation({ ...lambdaContext, awsRequestId: 'first' }, () =>
    promise.then(() => log.info('sweep.finished')),
  );
  log.invocation({ ...lambdaContext, awsRequestId: 'second' }, resolve);
  await left;
  expect(lines).toMatchObject([{ function_request_id: 'first' }]);
});

test('a scope has the fields of the scope around it', () => {
  const log = written();
  withLogFields({ project_id: 'prj_a' }, () =>
    withLogFields({ transcription_id: 'ofq_1' }, () => log.info('transcription.split')),
  );
  log.info('transcription.split');
  expect(lines[0]).toMatchObject({ project_id: 'prj_a', transcription_id: 'ofq_1' });
  expect(lines[1]).not.toHaveProperty('project_id');
});

test.each([
  ['record.retried', {}, { RecordRetried: 1 }, 'Count'],
  ['record.dead', {}, { RecordDead: 1 }, 'Count'],
  ['request.crashed', {}, { RequestCrashed: 1 }, 'Count'],
  ['request.answered', { status: 501, not_offered: true }, { NotOffered: 1 }, 'Count'],
  ['transcription.failed', {}, { TranscriptionFailed: 1 }, 'Count'],
  ['transcription.send_failed', {}, { SendFailed: 1 }, 'Count'],
  ['queue.call_failed', {}, { SendFailed: 1 }, 'Count'],
  ['sign_in.failed', {}, { SignInFailed: 1 }, 'Count'],
  ['limiter.failed_open', {}, { LimiterFailedOpen: 1 }, 'Count'],
  ['payment.uncredited', {}, { PaymentUncredited: 1 }, 'Count'],
  ['payment.of_deleted', {}, { PaymentUncredited: 1 }, 'Count'],
  ['webhook.attempted', { delivered: true }, { WebhookDelivered: 1 }, 'Count'],
  ['webhook.attempted', { delivered: false }, { WebhookDelivered: 0 }, 'Count'],
  ['transcription.completed', { queue_to_text_ms: 4_200 }, { QueueToText: 4_200 }, 'Milliseconds'],
  [
    'transcription.speech_unrecognized',
    { unrecognized_ms: 1_200 },
    { UnrecognizedSpeech: 1_200 },
    'Milliseconds',
  ],
] as const)('%s is a metric in the embedded format, by service', (event, fields, metric, unit) => {
  written().info(event, fields);
  const [Name] = Object.keys(metric);
  expect(lines[0]).toMatchObject({
    message: event,
    service: 'earshot',
    ...metric,
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: expect.arrayContaining([
        {
          Namespace: 'Earshot',
          Dimensions: expect.arrayContaining([['service']]),
          Metrics: [{ Name, Unit: unit }],
        },
      ]),
    },
  });
});

test.each([
  'request.crashed',
  'record.retried',
  'sweep.item_failed',
  'transcription.clean_up_failed',
  'realtime.translation_failed',
] as const)('%s is also a handled failure of its function, whose name is on the line', (event) => {
  const log = written();
  log.invocation(lambdaContext, () => log.error(event, new Error('It failed.')));
  expect(lines[0]).toMatchObject({
    function_name: lambdaContext.functionName,
    service: 'earshot',
    HandledFailures: 1,
    _aws: {
      CloudWatchMetrics: expect.arrayContaining([
        {
          Namespace: 'Earshot',
          Dimensions: [['service', 'function_name']],
          Metrics: [{ Name: 'HandledFailures', Unit: 'Count' }],
        },
      ]),
    },
  });
});

test('a message that is retried because a customer’s server failed is counted, but is no failure of its function', () => {
  written().info('record.retried', { is_foreign: true });
  expect(lines[0]).toMatchObject({ RecordRetried: 1 });
  expect(lines[0]).not.toHaveProperty('HandledFailures');
});

test('a completed job is counted with its audio and its price, and its time by where the audio is from', () => {
  const fields = { queue_to_text_ms: 4_200, audio_ms: 60_000, billed_micro_usd: 5_000, source: 'url' };
  written().info('transcription.completed', fields);
  expect(lines[0]).toMatchObject({ QueueToText: 4_200, AudioDone: 60_000, ChargedMicroUsd: 5_000 });
  expect(JSON.stringify(lines[0])).toContain('"Dimensions":[["service"],["service","source"]]');
});

test('a line that no alarm counts carries no metric', () => {
  written().info('sweep.finished');
  written().info('request.answered', { status: 500 });
  for (const line of lines) expect(line).not.toHaveProperty('_aws');
});
