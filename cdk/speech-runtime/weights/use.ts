import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type SpeechModelName, speechModelList, type SpeechModelNames } from '#lib/speech/engines/models.ts';

const CdkJson = z.record(z.string(), z.unknown());
const Context = z.record(z.string(), z.unknown()).default({});

/** Appends a model to the list in cdk.json, and returns the whole list. */
export const useModel = (
  name: SpeechModelName,
  file = join(import.meta.dirname, '../../../cdk.json'),
): SpeechModelNames => {
  const settings = CdkJson.parse(JSON.parse(readFileSync(file, 'utf8')));
  const context = Context.parse(settings['context']);
  const chosen = speechModelList.parse(context['speechModels']);
  const speechModels = chosen.includes(name) ? chosen : speechModelList.parse([...chosen, name]);
  // The list is text, because formatters leave text on one line.
  const changed = { ...settings, context: { ...context, speechModels: speechModels.join() } };
  writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
  return speechModels;
};
