import { expect, test } from 'vitest';
import { pruned, type Sending } from '../../../console/sending/sending.ts';

const sending = (id: string, jobId: string | null): Sending => ({
  id,
  key: id,
  tenant: { projectId: 'prj_1', mode: 'live' },
  name: 'call.mp3',
  source: { url: 'https://example.com/call.mp3' },
  options: {},
  jobId,
});

test('the list of sent recordings drops the oldest jobs, and never a recording that is not yet a job', () => {
  const all = [
    sending('new', null),
    sending('done', 'ofq_1'),
    sending('late', null),
    sending('old', 'ofq_2'),
  ];
  const { kept, dropped } = pruned(all, 2);
  expect(kept.map(({ id }) => id)).toEqual(['new', 'done', 'late']);
  expect(dropped.map(({ id }) => id)).toEqual(['old']);
  expect(pruned(all, 4)).toEqual({ kept: all, dropped: [] });
});
