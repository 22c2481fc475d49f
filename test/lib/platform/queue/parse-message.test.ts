import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseMessage } from '#lib/platform/queue/parse-message.ts';
import { messageOf } from '#lib/platform/queue/record.ts';
import { runRecord } from '../../../support/run-record.ts';

const schema = z.object({ id: z.string(), attempt: z.int().default(0) });

test('the work gets the message that the body holds, as the schema parses it', async () => {
  const messages: unknown[] = [];
  const work = async (record: Parameters<typeof messageOf>[0]) => void messages.push(messageOf(record));
  await runRecord(parseMessage(schema), { body: '{"id":"a"}' }, work);
  expect(messages).toEqual([{ id: 'a', attempt: 0 }]);
});

test.each(['', '{', 'null', '{"id":7}'])('the body %j fails before any work', async (body) => {
  let works = 0;
  await expect(runRecord(parseMessage(schema), { body }, async () => void (works += 1))).rejects.toThrow(
    Error,
  );
  expect(works).toBe(0);
});
