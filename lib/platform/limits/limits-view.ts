import * as z from 'zod';
import { count } from '#lib/platform/http/fields.ts';
import type { Limits } from './limits.ts';

const of = (description: string) => count.meta({ description });

/** The settings in `Limits`, by their public names. */
export const limitFields = {
  rate_limit_requests: of('Requests of one key in any window of `rate_limit_window_ms`.'),
  console_rate_limit_requests: of('Requests of one person at the console in any such window.'),
  waits_per_key_max: of('Requests with `wait` that one key may have open at once.'),
  waits_per_project_max: of('Requests with `wait` that one project may have open at once, in each mode.'),
  waits_per_organization_max: of(
    'Requests with `wait` that all projects of an organization may have open at once, in both modes together.',
  ),
  unfinished_jobs_per_project_max: of('Unfinished jobs that one project may have, in each mode.'),
  unfinished_jobs_per_organization_max: of(
    'Unfinished jobs of all projects of an organization, in both modes together.',
  ),
  live_sessions_per_project_max: of('Realtime sessions of one project that may be live at once.'),
  live_test_sessions_per_project_max: of('The same in test mode.'),
  organizations_per_person_max: of('Organizations that one person may create.'),
  projects_per_organization_max: count,
  members_per_organization_max: of('Members and invitations of an organization besides its founder.'),
  webhooks_per_project_max: of('Webhooks of one project, in each mode.'),
  webhooks_per_organization_max: of('Webhooks of all projects of an organization, in both modes together.'),
  webhook_tests_max: of(
    'Test events and redeliveries of one organization in any window of `rate_limit_window_ms`.',
  ),
  test_minutes_per_day_max: of('Minutes of audio that one project may transcribe in test mode in a UTC day.'),
};

const LimitsView = z.object(limitFields);
export type LimitsView = z.infer<typeof LimitsView>;

export const viewLimits = (limits: Limits): LimitsView => ({
  rate_limit_requests: limits.requestsPerMinute,
  console_rate_limit_requests: limits.consoleRequestsPerMinute,
  waits_per_key_max: limits.waitsPerKey,
  waits_per_project_max: limits.waitsPerProject,
  waits_per_organization_max: limits.waitsPerOrganization,
  unfinished_jobs_per_project_max: limits.unfinishedJobsPerProject,
  unfinished_jobs_per_organization_max: limits.unfinishedJobsPerOrganization,
  live_sessions_per_project_max: limits.liveSessionsPerProject,
  live_test_sessions_per_project_max: limits.liveTestSessionsPerProject,
  organizations_per_person_max: limits.organizationsPerPerson,
  projects_per_organization_max: limits.projectsPerOrganization,
  members_per_organization_max: limits.membersPerOrganization,
  webhooks_per_project_max: limits.webhooksPerProject,
  webhooks_per_organization_max: limits.webhooksPerOrganization,
  webhook_tests_max: limits.webhookTestsPerMinute,
  test_minutes_per_day_max: limits.testMinutesPerDay,
});

/** A reached limit and its value. */
export type Reached = { readonly limit: keyof LimitsView; readonly max: number };
