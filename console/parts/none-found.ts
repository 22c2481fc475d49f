type Found = { what: string; all?: string; next: string | null };

/** What a page of a list says on which there is nothing, such as "No job": `all` only if no older ones are left to search. */
export const noneFound = ({ what, all = `${what}.`, next }: Found): string =>
  next === null ? all : `${what} among the newest ones. Older ones were not searched yet.`;
