import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { speechModelList, type SpeechModelNames } from '#lib/speech/engines/models.ts';

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

/** The settings in cdk.json. The CDK CLI passes them as context; programs that run without the CLI read them here. */
export const contextOfFile = (file = join(import.meta.dirname, '../cdk.json')): Record<string, unknown> =>
  CdkJson.parse(JSON.parse(readFileSync(file, 'utf8'))).context;

/** The speech models chosen in cdk.json. */
export const chosenSpeechModels = (): SpeechModelNames =>
  speechModelList.parse(contextOfFile()['speechModels']);
