import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { spokenRuns } from '#lib/speech/engines/spoken-runs.ts';

type Said = readonly [language: string, probability: number, ms: number];
const pauseMs = 600;
const span = { startMs: 0, endMs: 300_000 };

type Found = readonly [language: string, probability: number];
type Known = {
  readonly languageBefore?: string;
  readonly pause?: number;
  readonly together?: Found;
  readonly thoroughly?: readonly Found[];
  readonly beside?: Found;
};
/**
 * The runs of segments with pauses between them. The other fields are the detected languages: `together` of several segments at
 * once, `thoroughly` of one segment with more audio, and `beside` of one segment next to the language of a neighbour.
 */
const runsOf = (...said: readonly Said[]) => runsWith({}, ...said);
const runsWith = async (
  { languageBefore, pause = pauseMs, together, thoroughly, beside }: Known,
  ...said: readonly Said[]
) => {
  let at = 0;
  const stretches = said.map(([, , ms]): SpeechSegment => {
    const startMs = at + pause;
    at = startMs + ms;
    return { startMs, endMs: at, padMs: 0, pcm: new Int16Array(1), voiced: [] };
  });
  const detected: string[] = [];
  const neighbours: string[] = [];
  const findIn = async (stretch: SpeechSegment, found: readonly (Found | Said)[]) => {
    const [language, probability] = found[stretches.indexOf(stretch)] ?? together ?? ['nn', 0.1];
    detected.push(language);
    return { language, probability };
  };
  const runs = await spokenRuns(
    stretches,
    { ...span, languageBefore: languageBefore ?? null },
    {
      detect: (stretch) => findIn(stretch, said),
      thoroughly: (stretch) => findIn(stretch, thoroughly ?? said),
      beside: (stretch, neighbour) => {
        neighbours.push(neighbour);
        return findIn(stretch, beside ? said.map(() => beside) : (thoroughly ?? said));
      },
    },
  );
  return { runs, stretches, detected, neighbours };
};
const languagesOf = async (...said: readonly Said[]) =>
  (await runsOf(...said)).runs.map(({ language }) => language);

test('neighbours of one language are one run, and runs meet in the middle of the pause between them', async () => {
  const { runs } = await runsOf(['en', 0.9, 3_000], ['en', 0.8, 3_000], ['de', 0.8, 2_000]);
  expect(runs).toEqual([
    { language: 'en', probability: expect.closeTo(0.85), startMs: 0, endMs: 7_500 },
    { language: 'de', probability: 0.8, startMs: 7_500, endMs: 300_000 },
  ]);
});

test('a short or uncertain stretch has the language of its nearest certain neighbour', async () => {
  expect(await languagesOf(['en', 0.9, 3_000], ['cy', 0.9, 700], ['de', 0.9, 3_000])).toEqual(['en', 'de']);
  expect(await languagesOf(['nn', 0.4, 5_000], ['de', 0.9, 3_000])).toEqual(['de']);
});

test('the language of a short stretch is detected only where no long one is certain', async () => {
  expect((await runsOf(['en', 0.9, 3_000], ['cy', 0.9, 700])).detected).toEqual(['en']);
  expect((await runsOf(['en', 0.5, 3_000], ['cy', 0.9, 700])).detected).toEqual(['en', 'nn', 'cy']);
});

test('neighbours that are short or uncertain have the language that is certain of them together', async () => {
  const said: Said[] = [
    ['fr', 0.99, 5_000],
    ['es', 0.79, 2_100],
    ['es', 0.96, 1_200],
    ['pt', 0.43, 2_400],
    ['en', 0.97, 3_000],
  ];
  const certain = await runsWith({ together: ['es', 0.85] }, ...said);
  expect(certain.runs.map(({ language }) => language)).toEqual(['fr', 'es', 'en']);
  const uncertain = await runsWith({ together: ['es', 0.7] }, ...said);
  expect(uncertain.runs.map(({ language }) => language)).toEqual(['fr', 'en']);
});

test('neighbours with a long pause between them, or too short together, are not detected together', async () => {
  const together = { together: ['es', 0.9] } as const;
  const said: Said[] = [
    ['en', 0.5, 1_000],
    ['cy', 0.5, 1_000],
  ];
  expect((await runsWith(together, ...said)).detected).toEqual(['es']);
  expect((await runsWith({ ...together, pause: 1_100 }, ...said)).detected).toEqual(['en', 'cy']);
  const shorter = said.with(1, ['cy', 0.5, 400]);
  expect((await runsWith(together, ...shorter)).detected).toEqual(['en', 'cy']);
});

test('of short stretches alone the likeliest language counts for all', async () => {
  expect(await languagesOf(['en', 0.9, 700], ['cy', 0.85, 700])).toEqual(['en']);
});

test('an uncertain stretch does not disagree, and what agrees is not heard longer', async () => {
  const heard = await runsOf(['en', 0.9, 3_000], ['nn', 0.5, 3_000]);
  expect(heard.detected).toEqual(['en', 'nn']);
  const thoroughly: readonly Found[] = [['de', 0.99]];
  const agreed = await runsWith({ thoroughly }, ['en', 0.9, 3_000]);
  expect(agreed.runs.map(({ language }) => language)).toEqual(['en']);
});

test('stretches that disagree are heard longer, and one whose other language is not confirmed joins its neighbours', async () => {
  const said: Said[] = [
    ['fr', 0.99, 5_000],
    ['he', 0.95, 5_700],
    ['fr', 0.99, 5_000],
  ];
  const sure: readonly Found[] = [
    ['fr', 0.99],
    ['fr', 0.9],
    ['fr', 0.99],
  ];
  const other = await runsWith({ thoroughly: sure }, ...said);
  expect(other.runs.map(({ language }) => language)).toEqual(['fr']);
  const unsure = await runsWith({ thoroughly: sure.with(1, ['he', 0.5]) }, ...said);
  expect(unsure.runs.map(({ language }) => language)).toEqual(['fr']);
  expect((await runsOf(['fr', 0.99, 5_000], ['fr', 0.99, 5_000])).detected).toEqual(['fr', 'fr']);
});

test('a stretch that is less than sure of another language keeps it only if it is certain of it beside its neighbour', async () => {
  const said: Said[] = [
    ['de', 0.98, 7_000],
    ['la', 0.85, 1_900],
    ['fr', 0.7, 3_000],
  ];
  const names = await runsWith({ beside: ['la', 0.74] }, ...said);
  expect(names.runs.map(({ language }) => language)).toEqual(['de']);
  expect(names.neighbours).toEqual(['de']);
  const same = await runsWith({ beside: ['de', 0.99] }, ...said.with(2, ['de', 0.85, 3_000]));
  expect(same.neighbours).toEqual(['de']);
  const latin = await runsWith({ beside: ['la', 0.84] }, ...said);
  expect(latin.runs.map(({ language }) => language)).toEqual(['de', 'la']);
  const sure = await runsWith({ beside: ['de', 0.9] }, ...said.with(1, ['la', 0.9, 1_900]));
  expect(sure.runs.map(({ language }) => language)).toEqual(['de', 'la']);
  const alike = await runsWith({ beside: ['de', 0.9] }, ['de', 0.85, 3_000], ['la', 0.85, 1_900]);
  expect(alike.runs.map(({ language }) => language)).toEqual(['de', 'la']);
});

test('short stretches alone have the language before, if it is known', async () => {
  const { runs, detected } = await runsWith({ languageBefore: 'es' }, ['pt', 0.9, 1_000], ['en', 0.7, 900]);
  expect(runs).toEqual([{ language: 'es', probability: null, startMs: 0, endMs: 300_000 }]);
  expect(detected).toEqual([]);
});

test('after speech of a known language the likeliest one of the long stretches counts where none is certain', async () => {
  const said: Said[] = [
    ['en', 0.9, 1_000],
    ['pt', 0.6, 3_000],
    ['es', 0.4, 2_000],
  ];
  const { runs } = await runsWith({ languageBefore: 'es', together: ['fr', 0.9] }, ...said);
  expect(runs.map(({ language }) => language)).toEqual(['pt']);
  const certain = await runsWith({ languageBefore: 'es' }, ['en', 0.9, 3_000]);
  expect(certain.runs.map(({ language }) => language)).toEqual(['en']);
});

test('where no stretch is certain the likeliest language of all counts, and silence has no runs', async () => {
  expect(await languagesOf(['nn', 0.2, 5_000], ['de', 0.5, 900])).toEqual(['de']);
  expect(await languagesOf()).toEqual([]);
});

test('the runs of a chunk adjoin and cover it, each with the stretches of its language', async () => {
  const said = fc.tuple(
    fc.constantFrom('en', 'de', 'ja'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 100, max: 10_000 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 12 }), async (all) => {
      const { runs, stretches } = await runsOf(...all);
      expect([runs[0]?.startMs, runs.at(-1)?.endMs]).toEqual([span.startMs, span.endMs]);
      for (const [i, run] of runs.entries()) {
        const next = runs[i + 1];
        if (!next) continue;
        expect(run.endMs).toBe(next.startMs);
        expect(run.language).not.toBe(next.language);
      }
      for (const { startMs, endMs } of stretches)
        expect(runs.filter((run) => run.startMs <= startMs && endMs <= run.endMs)).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});
