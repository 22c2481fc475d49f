import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/openai/contracts.ts';
import { type AudioDeps, transcribeAudio } from '#lib/domain/openai/transcribe-audio.ts';
import { liveTranscribeAudio } from '../../deps/transcribe-audio.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveTable } from '../../deps/table.ts';
import { audioRoute } from '../../http/openai.ts';

type Deps = AudioDeps & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  audioRoute({ authenticate, contract: contracts.createAudioTranscription }, async ({ caller, ...request }) =>
    transcribeAudio(deps, caller, { ...request, task: 'transcribe' }),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  ...liveTranscribeAudio(table),
});
