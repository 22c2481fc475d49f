import { expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { viewLimits } from '#lib/platform/limits/limits-view.ts';
import { limitRows } from '../../console/usage/limit-rows.ts';

const rows = limitRows(viewLimits(Limits.parse({ webhooksPerProject: 100 })), [
  { limit: 'webhooks_per_project_max', used: 7, max: 100 },
]);

test('every limit of the service is shown exactly once', () => {
  expect(rows).toHaveLength(Object.keys(Limits.shape).length);
  expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
});

test('a limit is shown with its unit and, where it is known, its current use', () => {
  expect(rows).toContainEqual({
    what: 'Webhooks, this project in this mode',
    used: '7',
    max: '100',
  });
  expect(rows).toContainEqual({ what: 'Requests of one API key', used: '–', max: '60 a minute' });
  expect(rows).toContainEqual({
    what: 'Audio in test mode, this project',
    used: '–',
    max: '60 minutes a day',
  });
});
