import { readConfig } from '#lib/platform/config.ts';
import { type AllowedOrigin, allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';

/** Origins that may be fetched although they are not public; none in AWS. */
export const liveAllowList = (): readonly AllowedOrigin[] => readAllowList(readConfig(allowListVariables));

/** What `safeFetch` needs to call addresses of customers. */
export const liveInternet = (): SafeFetchDeps => liveSafeFetchDeps(liveAllowList());
