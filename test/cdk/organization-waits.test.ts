import { expect, test } from 'vitest';
import { planConcurrency } from '#cdk/concurrency.ts';
import { withOrganizationWaits } from '#cdk/organization-waits.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

const { waitsPerOrganization, ...given } = Limits.parse({});

const waitsAt = (account: number): number | undefined =>
  withOrganizationWaits(given, planConcurrency(account).reserved).waitsPerOrganization;

const places = (account: number): Record<string, number> => planConcurrency(account).reserved;

test('in no account can the open requests of one organization take more than half of the places of a route for long polls', () => {
  for (let account = 145; account < 4_000; account += 1) {
    const waits = waitsAt(account);
    expect(waits).toBeGreaterThanOrEqual(1);
    for (const route of [
      'GET /v1/transcriptions/{transcription_id}',
      'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}',
      'GET /v1/realtime/sessions/{session_id}/events',
      'POST /v1/audio/transcriptions',
    ])
      expect(waits).toBeLessThanOrEqual((places(account)[route] ?? 0) / 2);
  }
});

test('the limit of open requests is that of the contract in an account of 1,000, less in a smaller and more in a larger one', () => {
  expect([400, 1_000, 3_000].map(waitsAt)).toEqual([3, waitsPerOrganization, 24]);
});

test('a limit that the operator sets is used as it is', () => {
  const set = { ...given, waitsPerOrganization: 60 };
  expect(withOrganizationWaits(set, planConcurrency(1_000).reserved)).toEqual(set);
});
