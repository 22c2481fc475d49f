export const capabilityStates = ['available', 'preview', 'planned'] as const;
export type Capability = (typeof capabilityStates)[number];

/** What no route serves so far. A capability that routes serve is told by them, in place of this. */
export const unserved = {
  audio_url: 'planned',
  files: 'planned',
  translation: 'planned',
  realtime_sessions: 'planned',
  webhooks: 'planned',
  console: 'planned',
} as const satisfies Readonly<Record<string, Capability>>;
