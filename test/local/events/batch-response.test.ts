import { expect, test } from 'vitest';
import { failedMessageIds } from '#local/events/batch-response.ts';
import { failed, type Outcome } from '#local/lambda/protocol.ts';

const ids = ['a', 'b', 'c'];
const answer = (value: unknown): Outcome => ({ result: JSON.stringify(value) });
const failing = (outcome: Outcome, reportsItemFailures = true) => [
  ...failedMessageIds(outcome, ids, reportsItemFailures),
];

test('only the named messages failed', () => {
  expect(failing(answer({ batchItemFailures: [{ itemIdentifier: 'b' }] }))).toEqual(['b']);
});

test.each([[null], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
  'an answer of %j means that all succeeded',
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
])('a malformed answer of %j means that all failed', (value) => {
  expect(failing(answer(value))).toEqual(ids);
});

test('a function that failed handled no message', () => {
  expect(failing(failed('Error', 'no'))).toEqual(ids);
});

test('without partial failures in the mapping the answer is not read', () => {
  expect(failing(answer({ batchItemFailures: [{ itemIdentifier: 'b' }] }), false)).toEqual([]);
});
