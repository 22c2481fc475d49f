import * as contracts from '#lib/domain/openai/contracts.ts';
import { type AudioDeps, transcribeAudio } from '#lib/domain/openai/transcribe-audio.ts';
import { liveTranscribeAudio } from '../../deps/transcribe-audio.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import type { KeyRouteDeps } from '../../http/api-key.ts';
import { audioRoute } from '../../http/openai.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<AudioDeps>) =>
  audioRoute({ authenticate, contract: contracts.createAudioTranslation }, async ({ caller, ...request }) =>
    transcribeAudio(deps, caller, { ...request, task: 'translate' }),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveTranscribeAudio(route.table) });
