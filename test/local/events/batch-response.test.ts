import { expect, test } from 'vitest';
import { failedMessageIds } from '#local/events/batch-response.ts';
import { failed, type Outcome } from '#local/lambda/protocol.ts';

const ids = ['a', 'b', 'c'];
const answer = (value: unknown): Outcome => ({ result: JSON.stringify(value) });
const failing = (outcome: Outcome, reportsItemFailures = true) => [
  ...failedMessageIds(outcome, ids, reportsItemFailures),
];

test('only the messages in batchItemFailures failed', () => {
  expect(failing(answer({ batchItemFailures: [{ itemIdentifier: 'b' }] }))).toEqual(['b']);
});

test.each([[null], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
  'the result %j means that all messages succeeded',
  (value) => {
    expect(failing(answer(value))).toEqual([]);
  },
);

test.each([
  ['text'],
  [{ batchItemFailures: 'b' }],
  [{ batchItemFailures: [{}] }],
  [{ batchItemFailures: [{ itemIdentifier: '' }] }],
  [{ batchItemFailures: [{ itemIdentifier: 'b' }, { itemIdentifier: 'unknown' }] }],
])('the malformed result %j means that all messages failed', (value) => {
  expect(failing(answer(value))).toEqual(ids);
});

test('a failed invocation means that all messages failed', () => {
  expect(failing(failed('Error', 'no'))).toEqual(ids);
});

test('a mapping without ReportBatchItemFailures ignores the result', () => {
  expect(failing(answer({ batchItemFailures: [{ itemIdentifier: 'b' }] }), false)).toEqual([]);
});
