/** A name as a browser shows it: every sequence of white space appears as one space. */
const shown = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether the typed text equals a name as it is shown. */
export const isSameName = (typed: string, name: string): boolean => shown(typed) === shown(name);
