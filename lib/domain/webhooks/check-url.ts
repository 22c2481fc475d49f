import type { FieldError } from '#lib/platform/http/error-object.ts';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { FetchFailure, type FetchFailureKind } from '#lib/platform/net/fetch-failure.ts';
import { checkAddress, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';

/**
 * Failures of or after name resolution. They share one message, so that it does not reveal which names this network
 * resolves.
 */
const resolved: readonly FetchFailureKind[] = ['dns', 'blocked_address'];

const fieldOf = (path: string, { kind, host, message }: FetchFailure): FieldError =>
  resolved.includes(kind)
    ? { path, rule: 'public_host', message: `${host} was not found on the public internet.` }
    : { path, rule: kind, message };

/** Throws `invalid_request` for a URL that is not on the public internet. */
export type CheckUrl = (url: string) => Promise<void>;

/** `path` is the field that has the URL. */
export const urlChecker =
  (internet: SafeFetchDeps, path = 'url'): CheckUrl =>
  async (url) => {
    try {
      await checkAddress(internet, url);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      // Each delivery attempt checks again. So a job is not refused if a name server is down for a moment.
      if (error.transient) return;
      throw invalidFields([fieldOf(path, error)]);
    }
  };
