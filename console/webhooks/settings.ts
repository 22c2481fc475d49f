import { ApiError } from '../api/api-error.ts';
import type { EventType, WebhookSettings } from '../api/types.ts';

/** A label per event type. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'transcription.completed': 'A job is completed',
  'transcription.failed': 'A job has failed',
  'transcription.canceled': 'A job was canceled',
  'realtime.session.finished': 'A realtime session has ended',
};

export const isEventType = (name: unknown): name is EventType =>
  typeof name === 'string' && Object.hasOwn(eventTypes, name);

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
