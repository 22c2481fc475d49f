import * as z from 'zod';

/** The functions' SAFE_FETCH_ALLOW on a laptop: the user's own list, and http to programs on the same machine. */
export const laptopAllowList = (list = '[]'): string =>
  JSON.stringify([...z.array(z.unknown()).parse(JSON.parse(list)), { loopback: 'http' }]);
