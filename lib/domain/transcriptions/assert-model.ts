import { unsupportedValue } from '#lib/platform/http/validation.ts';
import type { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import type { SpeechModel } from '#lib/speech/engines/models.ts';

/** The languages of the chosen model, or of all models. Refuses a model that the deployment does not have. */
export const languagesOfChoice = (choice: ModelChoice, models: readonly SpeechModel[]): readonly string[] => {
  const chosen = choice === 'auto' ? models : models.filter(({ name }) => name === choice);
  if (chosen.length > 0) return [...new Set(chosen.flatMap(({ languages }) => languages))];
  const names = ['auto', ...models.map(({ name }) => name)];
  const message = `This deployment does not have this model. Send one of ${names.join(', ')}.`;
  throw unsupportedValue({ path: 'model', rule: 'supported_model', message }, { supported_models: names });
};
