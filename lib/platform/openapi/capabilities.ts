export const capabilityStates = ['available', 'preview', 'planned'] as const;
export type Capability = (typeof capabilityStates)[number];

/** Capabilities that are not derived from a route. */
export const features = {
  audio_url: 'available',
  console: 'available',
} as const satisfies Readonly<Record<string, Capability>>;

/** Paths of optional capabilities, which a deployment may lack. */
const optionalPaths: Readonly<Record<string, string>> = {
  '/v1/realtime': 'realtime_sessions',
};

/** The optional capability at a path. Undefined for all other paths. */
export const missingAt = (path: string): string | undefined =>
  Object.entries(optionalPaths).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
