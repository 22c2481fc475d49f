import { ApiError } from '../api/api-error.ts';
import type { WebhookSettings } from '../api/types.ts';
import { isEventType } from './events.ts';

type Typed = {
  readonly url: string;
  readonly description: string;
  readonly events: readonly unknown[];
};

/** What was filled in for an endpoint. Throws without a message to send, which browsers do not check. */
export const settingsOf = ({ url, description, events: checked }: Typed): WebhookSettings => {
  const events = checked.filter(isEventType);
  if (events.length === 0) throw ApiError.atField('events', 'Choose at least one message.');
  return { ...(url !== '' && { url }), description, events };
};
