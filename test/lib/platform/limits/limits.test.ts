import { expect, test } from 'vitest';
import { Limits, limitsVariable } from '#lib/platform/limits/limits.ts';
import { viewLimits } from '#lib/platform/limits/limits-view.ts';

test('a deployment that sets no limit has those of the contract', () => {
  expect(viewLimits(limitsVariable.parse('{}'))).toEqual({
    rate_limit_requests: 60,
    console_rate_limit_requests: 240,
    waits_per_key_max: 2,
    waits_per_project_max: 8,
    waits_per_organization_max: 8,
    unfinished_jobs_per_project_max: 100,
    unfinished_jobs_per_organization_max: 300,
    live_sessions_per_project_max: 25,
    live_test_sessions_per_project_max: 5,
    organizations_per_person_max: 5,
    projects_per_organization_max: 20,
    members_per_organization_max: 50,
    webhooks_per_project_max: 20,
    webhooks_per_organization_max: 60,
    webhook_tests_max: 10,
    test_minutes_per_day_max: 60,
  });
});

test.each([
  { requestsPerMinute: 0 },
  { requestsPerMinute: 1_001 },
  { waitsPerKey: 1.5 },
  { waitsPerOrganization: 1_001 },
  { colour: 1 },
])('%j is no setting of a limit', (setting) => {
  expect(Limits.safeParse(setting).success).toBe(false);
});
