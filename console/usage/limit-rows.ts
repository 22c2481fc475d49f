import type { LimitsView } from '#lib/platform/limits/limits-view.ts';
import type { Quota } from '../api/types.ts';
import { count } from '../format.ts';

type Name = keyof LimitsView;
export type LimitRow = { what: string; used: string; max: string };

const texts: Readonly<Record<Name, string>> = {
  unfinished_jobs_per_project_max: 'Unfinished jobs, this project in this mode',
  unfinished_jobs_per_organization_max: 'Unfinished jobs, all projects of the organization',
  projects_per_organization_max: 'Projects of the organization',
  members_per_organization_max: 'Members and invitations of the organization, besides its founder',
  webhooks_per_project_max: 'Webhooks, this project in this mode',
  webhooks_per_organization_max: 'Webhooks, all projects of the organization',
  webhook_tests_max: 'Test events and redeliveries of webhooks, all of the organization',
  rate_limit_requests: 'Requests of one API key',
  waits_per_key_max: 'Open requests with wait, one API key',
  waits_per_project_max: 'Open requests with wait, this project in this mode',
  waits_per_organization_max: 'Open requests with wait, all projects of the organization',
  console_rate_limit_requests: 'Requests of one person in this console',
  organizations_per_person_max: 'Organizations that one person may create',
  live_sessions_per_project_max: 'Live realtime sessions, this project',
  live_test_sessions_per_project_max: 'Live realtime sessions in test mode, this project',
  test_minutes_per_day_max: 'Audio in test mode, this project',
};

const perMinute: readonly Name[] = [
  'webhook_tests_max',
  'rate_limit_requests',
  'console_rate_limit_requests',
];

const limitText = (name: Name, max: number): string => {
  if (name === 'test_minutes_per_day_max') return `${count(max, 'minute')} a day`;
  return `${max.toLocaleString('en')}${perMinute.includes(name) ? ' a minute' : ''}`;
};

const isName = (name: string): name is Name => Object.hasOwn(texts, name);

/** The limits of this deployment, with current use where the service reports it. */
export const limitRows = (limits: LimitsView, quotas: readonly Quota[]): LimitRow[] =>
  Object.keys(texts)
    .filter(isName)
    .map((name) => {
      const used = quotas.find(({ limit }) => limit === name)?.used;
      return {
        what: texts[name],
        used: used === undefined ? '–' : used.toLocaleString('en'),
        max: limitText(name, limits[name]),
      };
    });
