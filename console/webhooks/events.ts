/** What an endpoint can be told of, in words. */
export const eventTypes = {
  'transcription.completed': 'A job is completed',
  'transcription.failed': 'A job has failed',
  'transcription.canceled': 'A job was canceled',
} as const;

export const eventTypeNames: readonly string[] = Object.keys(eventTypes);
