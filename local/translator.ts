import { existsSync } from 'node:fs';

/** Context of the CDK app by which the functions find the Apertium of this machine, where it is installed. */
export const translatorContext = (): Record<string, string> =>
  existsSync('/usr/share/apertium/modes') ? { translator: 'apertium' } : {};
