import { expect, test } from 'vitest';
import { createHandler as deadLetter } from '#functions/workers/dead-letter.ts';
import { createHandler as recognizeChunk } from '#functions/workers/recognize-chunk.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { type LogLine, watchLog } from '../../support/log-lines.ts';
import { aWorld } from '../../support/protocol-world.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { synthesize } from '../../support/templates.ts';

/** The lines that match the Logs Insights query `filter a = "x" and b = "y"`. */
const search = (lines: readonly LogLine[], query: string): LogLine[] => {
  const wanted = [...query.matchAll(/(\w+) = "([^"]*)"/g)].map(([, field = '', value]) => [field, value]);
  return lines.filter((line) =>
    wanted.every(([field = '', value]) => (field === 'message' ? line.event : line[field]) === value),
  );
};

const alarmText = (): string => {
  const texts = synthesize()
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => String(Properties['AlarmDescription']));
  const [text, ...more] = texts.filter(
    (one) => one.includes('marked failed') && one.includes('workers/recognize-chunk'),
  );
  expect(more).toEqual([]);
  return text ?? '';
};

test('the alarm on dead letters leads from its text to the log lines of each try, and from them to the job', async () => {
  const watched = watchLog();
  const world = await aWorld();
  const job = await world.queueUploaded();
  await world.queueUploaded();
  await world.splitWaiting();
  const recognize = recognizeChunk({
    ...world.deps,
    recognizer: {
      recognize: async () => {
        throw new Error('The engine failed.', { cause: 'what was said' });
      },
    },
    translatesTo: [],
    changeVisibility: async () => {},
  });
  for (const body of world.queues.chunk)
    for (const receives of [1, 2, 3, 4, 5]) await recognize(queueEvent({ body, receives }), lambdaContext);
  const [body] = world.queues.chunk;
  await deadLetter(world.deps)(queueEvent({ body }), lambdaContext);

  const [first = '', second = ''] = [...alarmText().matchAll(/`filter ([^`]+)`/g)].map(([, query]) => query);
  const dead = search(watched.lines, first);
  expect(dead).toMatchObject([
    {
      project_id: 'prj_a',
      mode: 'live',
      transcription_id: job.id,
      attempt: 1,
      index: 0,
      message_id: 'm0',
      request_id: 'request-7',
      function_request_id: 'invocation-7',
    },
  ]);

  const tries = search(watched.lines, second.replace('…', String(dead[0]?.['transcription_id'])));
  const firstChunk = tries.filter(({ index }) => index === dead[0]?.['index']);
  expect(firstChunk.map(({ receives }) => receives)).toEqual([1, 2, 3, 4, 5]);
  for (const line of tries)
    expect(line).toMatchObject({
      project_id: 'prj_a',
      mode: 'live',
      transcription_id: job.id,
      attempt: 1,
      message_id: 'm0',
      request_id: 'request-7',
      duration_ms: expect.any(Number),
      error_message: 'The engine failed.',
    });
  expect(JSON.stringify(watched.lines)).not.toContain('what was said');

  expect(await world.view({ tenant: job.tenant, id: String(dead[0]?.['transcription_id']) })).toMatchObject({
    status: 'failed',
    error: { type: 'internal_error' },
  });
});
