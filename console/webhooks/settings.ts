import { ApiError } from '../api/api-error.ts';
import type { WebhookSettings } from '../api/types.ts';
import { isEventType } from './events.ts';

type Typed = {
  readonly url: string;
  readonly description: string;
  readonly events: readonly unknown[];
};

/** The filled-in settings of an endpoint. Throws if no message is chosen, which browsers do not check. */
export const settingsOf = ({ url, description, events: checked }: Typed): WebhookSettings => {
  const events = checked.filter(isEventType);
  if (events.length === 0) throw ApiError.atField('events', 'Choose at least one message.');
  return { ...(url !== '' && { url }), description, events };
};
