export const capabilityStates = ['available', 'preview', 'planned'] as const;
export type Capability = (typeof capabilityStates)[number];

/** What is no route of its own, or not served so far. A capability that routes serve is told by them. */
export const features = {
  audio_url: 'available',
  realtime_sessions: 'planned',
  webhooks: 'preview',
  console: 'available',
} as const satisfies Readonly<Record<string, Capability>>;

/** Where the routes of a planned capability will be. */
const plannedPaths: Readonly<Record<string, keyof typeof features>> = {
  '/v1/realtime': 'realtime_sessions',
};

/** The planned capability that a path belongs to. */
export const plannedAt = (path: string): string | undefined =>
  Object.entries(plannedPaths).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
