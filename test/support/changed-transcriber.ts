import type { LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import type { RunDeps } from '#lib/domain/realtime/run-session.ts';

type Opens = Pick<RunDeps, 'openTranscriber'>;

/** Opens the transcribers of a world with some of their functions changed. */
const withChangedTranscriber = (
  { deps }: { readonly deps: Opens },
  change: (transcriber: LiveTranscriber) => Partial<Omit<LiveTranscriber, 'isSpeech'>>,
): Opens => ({
  openTranscriber: (opened) => {
    const transcriber = deps.openTranscriber(opened);
    return {
      get isSpeech() {
        return transcriber.isSpeech;
      },
      hear: (pcm) => transcriber.hear(pcm),
      flush: (reason) => transcriber.flush(reason),
      partial: () => transcriber.partial(),
      ...change(transcriber),
    };
  },
});

/** A transcriber that detects speech, and then decides that there was none. */
export const transcriberWithoutSpeech = (
  world: { readonly deps: Opens },
  sums: { readonly speechMs?: number } = {},
): Opens =>
  withChangedTranscriber(world, (transcriber) => {
    const withoutText = async (decisions: ReturnType<LiveTranscriber['hear']>) =>
      (await decisions).map((decision) => ({ ...decision, segments: [], ...sums }));
    return {
      hear: (pcm) => withoutText(transcriber.hear(pcm)),
      flush: (reason) => withoutText(transcriber.flush(reason)),
    };
  });

/** A transcriber whose decisions are in these languages, one after the other. */
export const transcriberOf = (
  world: { readonly deps: Opens },
  languages: readonly (string | null)[],
): Opens =>
  withChangedTranscriber(world, (transcriber) => {
    const left = [...languages];
    return {
      hear: async (pcm) =>
        (await transcriber.hear(pcm)).map((decision) => {
          const language = left.shift() ?? null;
          return { ...decision, segments: decision.segments.map((segment) => ({ ...segment, language })) };
        }),
    };
  });

type SlowWorld = { readonly deps: Opens; readonly sleep: (ms: number) => Promise<void> };

/** A transcriber that takes `workMs` for some samples (16 kHz). */
export const slowTranscriber = ({ deps, sleep }: SlowWorld, workMs: (pcm: Int16Array) => number): Opens =>
  withChangedTranscriber({ deps }, (transcriber) => ({
    hear: async (pcm) => {
      await sleep(workMs(pcm));
      return transcriber.hear(pcm);
    },
  }));

/** A transcriber that takes `workMs` for each partial text. */
export const slowPartials = ({ deps, sleep }: SlowWorld, workMs: number): Opens =>
  withChangedTranscriber({ deps }, (transcriber) => ({
    partial: async () => {
      await sleep(workMs);
      return transcriber.partial();
    },
  }));

/** A transcriber that reports when it is asked for a partial text. */
export const watchedTranscriber = (world: { readonly deps: Opens }, onPartial: () => void): Opens =>
  withChangedTranscriber(world, (transcriber) => ({
    partial: () => {
      onPartial();
      return transcriber.partial();
    },
  }));
