export const capabilityStates = ['available', 'preview', 'planned'] as const;
export type Capability = (typeof capabilityStates)[number];

/** Capabilities that are not derived from a route. */
export const features = {
  audio_url: 'available',
  console: 'available',
} as const satisfies Readonly<Record<string, Capability>>;

/** Paths of capabilities that a deployment may leave out. */
const optionalPaths: Readonly<Record<string, string>> = {
  '/v1/realtime': 'realtime_sessions',
};

/** The capability of a path, in a deployment without it. */
export const missingAt = (path: string): string | undefined =>
  Object.entries(optionalPaths).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
