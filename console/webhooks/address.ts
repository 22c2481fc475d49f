import type { Webhook } from '../api/types.ts';

/** The address of a webhook, for people. */
export const addressOf = ({ url }: Pick<Webhook, 'url'>): string => url ?? 'The webhook_url of each job';
