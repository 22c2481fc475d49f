import type * as z from 'zod';
import type { Route } from '#functions/routes.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { Concurrency } from './concurrency.ts';

/** The limits that the operator sets. Without a limit for an organization's open requests, the concurrency determines it. */
export const GivenLimits = Limits.extend({
  waitsPerOrganization: Limits.shape.waitsPerOrganization.unwrap().optional(),
});
export type GivenLimits = z.output<typeof GivenLimits>;

/**
 * The routes whose requests wait. By default, one organization fills at most half of each. The route for translations of
 * audio is missing, because it has too few places for two organizations.
 */
const waitingRoutes: readonly Route[] = [
  'GET /v1/transcriptions/{transcription_id}',
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}',
  'GET /v1/realtime/sessions/{session_id}/events',
  'POST /v1/audio/transcriptions',
];

/** Adds the limit for waiting requests of one organization, which the operator may set higher. */
export const withOrganizationWaits = (given: GivenLimits, reserved: Concurrency['reserved']): Limits => {
  const fewest = Math.min(...waitingRoutes.map((route) => reserved[route] ?? Infinity));
  return { ...given, waitsPerOrganization: given.waitsPerOrganization ?? Math.floor(fewest / 2) };
};
