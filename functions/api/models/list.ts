import * as contracts from '#lib/domain/openai/contracts.ts';
import { listModels } from '#lib/domain/openai/list-models.ts';
import type { SpeechModel } from '#lib/speech/engines/models.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveSpeechOffer } from '../../deps/speech.ts';
import type { KeyRouteDeps } from '../../http/api-key.ts';
import { openAiRoute } from '../../http/openai.ts';

type Deps = KeyRouteDeps<{ readonly models: readonly SpeechModel[] }>;

export const createHandler = ({ authenticate, models }: Deps) =>
  openAiRoute({ authenticate, contract: contracts.listModels }, async () => listModels(models));

export const handler = createHandler({
  ...liveKeyRoute(),
  models: liveSpeechOffer().models,
});
