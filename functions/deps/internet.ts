import { readConfig } from '#lib/platform/config.ts';
import { type AllowList, allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';

/** Origins that are not public but may be fetched from; none on AWS. */
export const liveAllowList = (): AllowList => readAllowList(readConfig(allowListVariables));

/** Dependencies of `safeFetch`, which requests URLs that customers give. */
export const liveInternet = (): SafeFetchDeps => liveSafeFetchDeps(liveAllowList());
