import { expect, test } from 'vitest';
import { labelsOf } from '../../console/transcript/labels.ts';

const unlabelled = { request: null, client_reference_id: null, metadata: {} };

test('a job is labelled by its file, its reference and its metadata, in this order', () => {
  const labels = labelsOf({
    request: { filename: 'call.mp3' },
    client_reference_id: 'call-42',
    metadata: { team: 'Support', File: 'B-7' },
  });
  expect(labels).toEqual([
    ['File', 'call.mp3'],
    ['Reference', 'call-42'],
    ['team', 'Support'],
    ['File', 'B-7'],
  ]);
});

test('a job that was given no label, or was erased, has none', () => {
  expect(labelsOf(unlabelled)).toEqual([]);
  expect(labelsOf({ ...unlabelled, request: { filename: null } })).toEqual([]);
});
