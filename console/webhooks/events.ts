import type { EventType } from '../api/types.ts';

/** A label per event type. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'transcription.completed': 'A job is completed',
  'transcription.failed': 'A job has failed',
  'transcription.canceled': 'A job was canceled',
  'realtime.session.finished': 'A realtime session has ended',
};

export const isEventType = (name: unknown): name is EventType =>
  typeof name === 'string' && Object.hasOwn(eventTypes, name);
