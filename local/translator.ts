import { existsSync } from 'node:fs';

/** CDK context that selects Apertium as the translator, if it is installed on this machine. */
export const translatorContext = (): Record<string, string> =>
  existsSync('/usr/share/apertium/modes') ? { translator: 'apertium' } : {};
