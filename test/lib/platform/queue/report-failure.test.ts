import { beforeEach, expect, test } from 'vitest';
import { FetchFailure } from '#lib/platform/net/fetch-failure.ts';
import { reportFailure } from '#lib/platform/queue/report-failure.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { runRecord } from '../../../support/run-record.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

test.each([false, true])(
  'a message that failed is not done with, and its line says whether it was the last try (%s)',
  async (isLastTry) => {
    const failing = async () => {
      throw new Error('A bug.');
    };
    expect(await runRecord(reportFailure(), { isLastTry }, failing)).toBe(false);
    expect(watched.lines).toMatchObject([
      { event: 'record.retried', is_last_try: isLastTry, error_message: 'A bug.' },
    ]);
  },
);

test('the line of a message whose server of a customer failed says so', async () => {
  const failing = () => Promise.reject(new FetchFailure('timeout', 'slow.example'));
  await runRecord(reportFailure(), {}, failing);
  expect(watched.lines).toMatchObject([{ event: 'record.retried', is_foreign: true }]);
});

test('a message that was worked on is done with, without a line', async () => {
  expect([await runRecord(reportFailure(), {}), watched.lines]).toEqual([true, []]);
});
