/** An occurrence of the searched text: the index of its segment, and its range of characters there. */
export type Match = { readonly row: number; readonly start: number; readonly end: number };

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Every occurrence, in order. Ignores case. Any white space matches any other. */
export const matchesOf = (texts: readonly string[], searched: string): Match[] => {
  const words = searched.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(escaped).join(String.raw`\s+`), 'giu');
  return texts.flatMap((text, row) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
      row,
      start: index,
      end: index + found.length,
    })),
  );
};

/** The next match, forwards or backwards, continuing at the other end. -1 without matches. */
export const nextMatch = (count: number, current: number, step: 1 | -1): number =>
  count === 0 ? -1 : (current + step + count) % count;
