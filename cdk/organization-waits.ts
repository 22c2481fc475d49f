import type * as z from 'zod';
import type { Route } from '#functions/routes.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { Concurrency } from './concurrency.ts';

/** The limits that the operator sets. Without one of an organization's open requests the concurrency decides. */
export const GivenLimits = Limits.extend({
  waitsPerOrganization: Limits.shape.waitsPerOrganization.unwrap().optional(),
});
export type GivenLimits = z.output<typeof GivenLimits>;

/**
 * The routes whose requests wait, of which one organization by default fills at most half. The one for translations of audio is
 * missing: it has too few places for two organizations.
 */
const waitingRoutes: readonly Route[] = [
  'GET /v1/transcriptions/{transcription_id}',
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}',
  'GET /v1/realtime/sessions/{session_id}/events',
  'POST /v1/audio/transcriptions',
];

/** Adds how many requests of one organization may wait at once, which the operator may set higher. */
export const withOrganizationWaits = (given: GivenLimits, reserved: Concurrency['reserved']): Limits => {
  const fewest = Math.min(...waitingRoutes.map((route) => reserved[route] ?? Infinity));
  return { ...given, waitsPerOrganization: given.waitsPerOrganization ?? Math.floor(fewest / 2) };
};
