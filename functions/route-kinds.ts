import type { Right } from '#lib/domain/organizations/roles.ts';
import type { Audience } from '#lib/platform/http/audience.ts';
import type { Capability } from '#lib/platform/openapi/capabilities.ts';

/** The facts about a route in a row of routes.ts. */
export type RouteEntry = {
  /** Relative to functions/. */
  readonly file: string;
  readonly capability: Capability;
  readonly audience: Audience;
  /** The right that a route for people requires of a member of the organization. */
  readonly right?: Right;
};

/* Facts that many rows share: who may use the route, and whether it is a preview. */
export const keyed = { capability: 'available', audience: 'api_key' } as const;
export const keyedPreview = { capability: 'preview', audience: 'api_key' } as const;
export const open = { capability: 'available', audience: 'public' } as const;
export const signedIn = { capability: 'available', audience: 'session' } as const;
/** A route for people who have this right by their role in the organization. */
export const members = { ...signedIn, right: 'belong' } as const;
export const readers = { ...signedIn, right: 'read' } as const;
export const builders = { ...signedIn, right: 'build' } as const;
export const payers = { ...signedIn, right: 'pay' } as const;
export const owners = { ...signedIn, right: 'manage' } as const;
export const previewReaders = { ...readers, capability: 'preview' } as const;
export const previewBuilders = { ...builders, capability: 'preview' } as const;
