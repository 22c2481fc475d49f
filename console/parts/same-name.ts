/** As a browser shows it, which draws any white space as one space. */
const shown = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether a name was typed as it is shown. */
export const isSameName = (typed: string, name: string): boolean => shown(typed) === shown(name);
