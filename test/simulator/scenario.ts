import { derivedId } from '#lib/platform/ids.ts';
import { createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { aRecording } from './audio.ts';
import type { Budget } from './budget.ts';
import { type CustomerDeps, startCustomer } from './customer.ts';
import type { DeletionVerifier } from './deletion-verifier.ts';
import type { Mutant } from './mutant.ts';
import { type Deps, fileDepsOf } from './ports.ts';
import type { Setting, Worker } from './worker.ts';

type ScenarioDeps = Pick<CustomerDeps, 'effectHooks' | 'backends' | 'leftovers'> & {
  readonly setting: Setting;
  readonly deletions: Pick<DeletionVerifier, 'requested' | 'ended'>;
  readonly depsOf: (worker: Worker) => Deps;
  readonly mutant: Mutant;
  readonly budget: Pick<Budget, 'possibleError'>;
};

/** A customer sends a recording with random options, the same for each number. */
export const startScenario = (deps: ScenarioDeps, number: number) => {
  const { setting, effectHooks, backends, leftovers, deletions, depsOf, mutant, budget } = deps;
  const { random } = setting;
  const hints = random.chance(0.05) ? ['de'] : random.pick([], ['de', 'en-GB']);
  const translation = random.pick(null, { target_language: 'es' }, { language_a: 'es', language_b: 'en' });
  const recording = aRecording(random, derivedId('upl', [String(number)]));
  const mode = random.chance(0.1) ? 'test' : 'live';
  const scenario = startCustomer(
    {
      ...setting,
      effectHooks,
      backends,
      leftovers,
      requested: deletions.requested,
      ended: deletions.ended,
      erase: (worker, ...request) => (mutant.erase ?? deleteTranscription)(depsOf(worker), ...request),
      fileDeps: (worker) => fileDepsOf(backends, worker),
      create: (worker, { id, source, caller, hints: language_hints }) => {
        const body = NewTranscription.parse({
          ...source,
          language_hints,
          translation,
          context: 'private',
          custom_vocabulary: ['Zoë'],
          multichannel: recording.channels > 0,
        });
        const input = { requestId: 'r', body, bodyFingerprint: 'f' };
        return createTranscription({ ...depsOf(worker), newId: () => id }, caller, input);
      },
    },
    recording,
    { hints, mode },
  );
  return { scenario, hints, translated: translation !== null, possibleError: budget.possibleError(mode) };
};
