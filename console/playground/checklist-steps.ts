import type { ApiKey, Job, Page, Webhook } from '../api/types.ts';
import type { ProjectPage } from '../route.ts';

type Known = {
  /** The newest page of jobs. If very many jobs were deleted, the page is empty but has a next one. */
  jobs: Page<Pick<Job, 'api_key_hint'>>;
  keys: readonly Pick<ApiKey, 'last_used_at'>[];
  webhooks: readonly Pick<Webhook, 'id'>[];
};

/** The first steps of a developer in a project, and which of them are done. */
export const stepsOf = ({
  jobs,
  keys,
  webhooks,
}: Known): { text: string; page: ProjectPage | 'docs'; isDone: boolean }[] => [
  {
    text: 'Transcribe a recording',
    page: 'playground',
    isDone: jobs.data.length > 0 || jobs.next_cursor !== null,
  },
  { text: 'Create an API key', page: 'keys', isDone: keys.length > 0 },
  {
    text: 'Make your first API call',
    page: 'docs',
    isDone:
      keys.some((key) => key.last_used_at !== null) || jobs.data.some((job) => job.api_key_hint !== null),
  },
  { text: 'Register a webhook', page: 'webhooks', isDone: webhooks.length > 0 },
];
