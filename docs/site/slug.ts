/** The fragment of a heading, by GitHub's rule: lower case, without punctuation, spaces as hyphens. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
