import { invalidFields } from '#lib/http/validation.ts';
import { FetchFailure } from '#lib/net/fetch-failure.ts';
import { checkAddress, type SafeFetchDeps } from '#lib/net/safe-fetch.ts';

/** Throws `invalid_request` for an address that no delivery would be sent to, as things are now. */
export type CheckUrl = (url: string) => Promise<void>;

export const urlChecker =
  (internet: SafeFetchDeps): CheckUrl =>
  async (url) => {
    try {
      await checkAddress(internet, url);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      throw invalidFields([{ path: 'url', rule: error.kind, message: error.message }]);
    }
  };
