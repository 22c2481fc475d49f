import { expect, test } from 'vitest';
import { log, withLogFields } from '#lib/platform/log.ts';
import { logMessage } from '#lib/platform/queue/log-message.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { runRecord } from '../../../support/run-record.ts';

test('each line of the work has what the message names, beside the fields of its record', async () => {
  const watched = watchLog();
  const named = logMessage(({ id }: { id: string }) => ({ transcription_id: id }));
  const work = async () => log.info('record.deferred');
  await withLogFields({ message_id: 'm' }, () => runRecord(named, { message: { id: 'ofq_1' } }, work));
  expect(watched.lines).toEqual([{ event: 'record.deferred', message_id: 'm', transcription_id: 'ofq_1' }]);
});
