export const capabilityStates = ['available', 'preview', 'planned'] as const;
export type Capability = (typeof capabilityStates)[number];

/** Capabilities that are not derived from a route. */
export const features = {
  audio_url: 'available',
  realtime_sessions: 'planned',
  console: 'available',
} as const satisfies Readonly<Record<string, Capability>>;

/** Paths reserved for planned capabilities. */
const plannedPaths: Readonly<Record<string, keyof typeof features>> = {
  '/v1/realtime': 'realtime_sessions',
};

/** The planned capability of a path. */
export const plannedAt = (path: string): string | undefined =>
  Object.entries(plannedPaths).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
