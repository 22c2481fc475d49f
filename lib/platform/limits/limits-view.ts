import * as z from 'zod';
import { count } from '#lib/platform/http/fields.ts';
import type { Limits } from './limits.ts';

const of = (description: string) => count.meta({ description });

/** The settings in `Limits`, by the names that callers know them by. */
export const limitFields = {
  rate_limit_requests: of('Of one key, in any window of `rate_limit_window_ms`.'),
  console_rate_limit_requests: of('Of one person at the console, in any such window.'),
  waits_per_key_max: of('Requests with `wait` that one key may have open at once.'),
  waits_per_project_max: of('Those of one project.'),
  unfinished_jobs_per_project_max: of('Jobs that one project may have on their way at once, in each mode.'),
  unfinished_jobs_per_organization_max: of('Those of all its projects, in both modes together.'),
  organizations_per_person_max: of('That one person may found.'),
  projects_per_organization_max: count,
  webhooks_per_project_max: of('Of one project, in each mode.'),
  webhooks_per_organization_max: of('Those of all its projects, in both modes together.'),
  webhook_tests_max: of(
    'Test events and redeliveries of one organization, in any window of `rate_limit_window_ms`.',
  ),
  test_minutes_per_day_max: of(
    'Minutes of audio that one project may have recognized in test mode in a UTC day.',
  ),
};

const LimitsView = z.object(limitFields);
export type LimitsView = z.infer<typeof LimitsView>;

export const viewLimits = (limits: Limits): LimitsView => ({
  rate_limit_requests: limits.requestsPerMinute,
  console_rate_limit_requests: limits.consoleRequestsPerMinute,
  waits_per_key_max: limits.waitsPerKey,
  waits_per_project_max: limits.waitsPerProject,
  unfinished_jobs_per_project_max: limits.unfinishedJobsPerProject,
  unfinished_jobs_per_organization_max: limits.unfinishedJobsPerOrganization,
  organizations_per_person_max: limits.organizationsPerPerson,
  projects_per_organization_max: limits.projectsPerOrganization,
  webhooks_per_project_max: limits.webhooksPerProject,
  webhooks_per_organization_max: limits.webhooksPerOrganization,
  webhook_tests_max: limits.webhookTestsPerMinute,
  test_minutes_per_day_max: limits.testMinutesPerDay,
});

/** A limit that was reached: its name, and what it is. */
export type Reached = { readonly limit: keyof LimitsView; readonly max: number };
