import type { LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import type { RunDeps } from '#lib/domain/realtime/run-session.ts';

type Opens = Pick<RunDeps, 'openTranscriber'>;

/** Opens the transcribers of a world with some of their functions changed. */
const changedEar = (
  { deps }: { readonly deps: Opens },
  change: (ear: LiveTranscriber) => Partial<Omit<LiveTranscriber, 'isSpeech'>>,
): Opens => ({
  openTranscriber: (opened) => {
    const ear = deps.openTranscriber(opened);
    return {
      get isSpeech() {
        return ear.isSpeech;
      },
      hear: (pcm) => ear.hear(pcm),
      flush: (reason) => ear.flush(reason),
      partial: () => ear.partial(),
      ...change(ear),
    };
  },
});

/** One that hears speech, and decides that there was none. */
export const deafEar = (world: { readonly deps: Opens }, sums: { readonly speechMs?: number } = {}): Opens =>
  changedEar(world, (ear) => {
    const deaf = async (decisions: ReturnType<LiveTranscriber['hear']>) =>
      (await decisions).map((decision) => ({ ...decision, segments: [], ...sums }));
    return { hear: (pcm) => deaf(ear.hear(pcm)), flush: (reason) => deaf(ear.flush(reason)) };
  });

type SleepyWorld = { readonly deps: Opens; readonly sleep: (ms: number) => Promise<void> };

/** One that needs `workMs` for some samples (16 kHz). */
export const slowEar = ({ deps, sleep }: SleepyWorld, workMs: (pcm: Int16Array) => number): Opens =>
  changedEar({ deps }, (ear) => ({
    hear: async (pcm) => {
      await sleep(workMs(pcm));
      return ear.hear(pcm);
    },
  }));
