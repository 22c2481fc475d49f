import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { productsContext } from './products.ts';
import { projectDir } from './project-script.ts';

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

/** CDK context that selects Apertium as the translator, if it is installed on this machine. */
export const translatorContext = (): Record<string, string> =>
  existsSync('/usr/share/apertium/modes') ? { translator: 'apertium' } : {};

/** The CDK context that `npm start` adds to the settings in cdk.json. The app itself reads cdk.json. */
export const laptopContext = (file = join(projectDir, 'cdk.json')): Record<string, string> => {
  const { context: settings } = CdkJson.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { ...translatorContext(), ...productsContext(settings) };
};
