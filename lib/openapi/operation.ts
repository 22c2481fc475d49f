import type { Audience } from '#lib/audience.ts';
import type { Capability } from '#lib/capabilities.ts';
import type { AnyContract } from '#lib/http/contract.ts';

/** A route with all that may be known of it. */
export type Operation = {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly capability: Capability;
  readonly audience: Audience;
  readonly contract: AnyContract;
};
