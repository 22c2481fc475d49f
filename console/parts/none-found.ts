type Found = { what: string; all?: string; next: string | null };

/** The text for an empty page of a list, such as "No job". `all` is used only if no older items are left to search. */
export const noneFound = ({ what, all = `${what}.`, next }: Found): string =>
  next === null ? all : `${what} among the newest ones. Older ones were not searched yet.`;
