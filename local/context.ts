import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { productsContext } from './products.ts';
import { projectDir } from './project-script.ts';
import { translatorContext } from './translator.ts';

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

/** The CDK context that `npm start` adds to the settings in cdk.json. The app itself reads cdk.json. */
export const laptopContext = (file = join(projectDir, 'cdk.json')): Record<string, string> => {
  const { context: settings } = CdkJson.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { ...translatorContext(), ...productsContext(settings) };
};
