import type { Audience } from '#lib/platform/http/audience.ts';
import type { Capability } from './capabilities.ts';
import type { AnyContract } from '#lib/platform/http/contract.ts';

/** A route with everything that the document shows about it. */
export type Operation = {
  readonly method: string;
  /** Parameters in braces. */
  readonly path: string;
  readonly capability: Capability;
  readonly audience: Audience;
  readonly contract: AnyContract;
};
