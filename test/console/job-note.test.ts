import { expect, test } from 'vitest';
import { noteOf } from '../../console/transcript/job-note.ts';

const completed = {
  status: 'completed',
  deleted_at: null,
  transcript: 'Hello.',
  billing: { status: 'charged' },
} as const;
const deleted = { deleted_at: '2026-11-20T10:00:00.000Z', transcript: null } as const;

test.each([
  ['a recording without speech costs nothing', { ...completed, transcript: '' }, /no speech.*costs nothing/i],
  ['a deleted job keeps its charge', { ...completed, ...deleted }, /charge stays/],
  [
    'a failed job that was deleted has no charge',
    { ...completed, ...deleted, status: 'failed', billing: { status: 'not_charged' } },
    /deleted\.$/,
  ],
  [
    'a canceled job costs nothing',
    { ...completed, ...deleted, status: 'canceled' },
    /canceled.*costs nothing/,
  ],
] as const)('%s', (_, job, note) => {
  expect(noteOf(job)).toMatch(note);
});

test.each([completed, { ...completed, status: 'processing', transcript: null }] as const)(
  'a job with a text, or one that has not ended, has no note: %j',
  (job) => {
    expect(noteOf(job)).toBeUndefined();
  },
);
