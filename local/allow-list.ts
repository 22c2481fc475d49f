import * as z from 'zod';

/** The functions' SAFE_FETCH_ALLOW on a laptop: the user's own list, and http to programs on the same machine. */
export const laptopAllowList = (list = '[]'): string =>
  JSON.stringify([...parse(list), { loopback: 'http' }]);

const parse = (list: string): unknown[] => {
  try {
    return z.array(z.unknown()).parse(JSON.parse(list));
  } catch (cause) {
    throw new Error('SAFE_FETCH_ALLOW is not a list in JSON. local/README.md has an example.', { cause });
  }
};
