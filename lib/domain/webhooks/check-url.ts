import type { FieldError } from '#lib/platform/http/error-object.ts';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { FetchFailure, type FetchFailureKind } from '#lib/platform/net/fetch-failure.ts';
import { checkAddress, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';

/** What shows only once the name is resolved: told apart, they would say which names the resolver of this network knows. */
const resolved: readonly FetchFailureKind[] = ['dns', 'blocked_address', 'timeout'];

const fieldOf = ({ kind, host, message }: FetchFailure): FieldError =>
  resolved.includes(kind)
    ? { path: 'url', rule: 'public_host', message: `${host} is not found on the public internet.` }
    : { path: 'url', rule: kind, message };

/** Throws `invalid_request` for an address that no delivery would be sent to, as things are now. */
export type CheckUrl = (url: string) => Promise<void>;

export const urlChecker =
  (internet: SafeFetchDeps): CheckUrl =>
  async (url) => {
    try {
      await checkAddress(internet, url);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      throw invalidFields([fieldOf(error)]);
    }
  };
