import { expect, test } from 'vitest';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { Result } from '#lib/domain/transcriptions/result.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';
import { type TextTranslator, TranslatorFault } from '#lib/speech/translation/translator.ts';
import { transcriberOf } from '../../../support/changed-transcriber.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { inLanguage, scriptedTranslator } from '../../../support/scripted-translator.ts';
import { soundOf, type Span } from '../../../support/scripted-transcriber.ts';

const toSpanish = { type: 'one_way', target_language: 'es' } as const;
const sentence: readonly Span[] = [
  { ms: 1_000, isSpeech: true },
  { ms: 800, isSpeech: false },
];
const soundWith = (sentences: number) => soundOf(Array.from({ length: sentences }, () => sentence).flat());

type World = ReturnType<typeof aSessionWorld>;

/** Runs a session of `sentences` sentences until its end. */
const speak = async (sentences: number, translate?: (world: World) => TextTranslator['translate']) => {
  const world = aSessionWorld();
  const session = await world.live({ translation: toSpanish });
  world.stream(session, soundWith(sentences));
  const translator = scriptedTranslator(translate?.(world));
  const left = await world.run(session, { changes: { translator } });
  return { world, session, left };
};

/** The types of the sent durable events, in order, with the id of their segment. */
const told = ({ posted }: World) =>
  posted.flatMap(({ event }) => {
    if (event.type === 'transcript.final') return [`text ${event.segment.id}`];
    if (event.type === 'translation.final') return [`translation ${event.segment_id}`];
    if (event.type === 'session.warning' && 'segment_id' in event.warning)
      return [`${event.warning.reason} ${event.warning.segment_id}`];
    return event.type === 'session.finished' ? ['end'] : [];
  });

const resultOf = (world: World, { tenant, transcriptionId }: RealtimeSession): Result =>
  Result.parse(
    JSON.parse(world.results.objects.get(resultKey({ tenant, id: transcriptionId }))?.toString() ?? ''),
  );

test('each final text is followed by its translation, which the transcription has, too', async () => {
  const { world, session, left } = await speak(2);
  expect(left).toBe('closed');
  expect(told(world)).toEqual(['text 1', 'translation 1', 'text 2', 'translation 2', 'end']);
  const [first] = world.told('translation.final');
  const text = inLanguage('es', 'Blocks 1-100.');
  expect(first).toMatchObject({ id: 2, segment_id: 1, language: 'es', text: expect.stringContaining(text) });
  const result = resultOf(world, session);
  expect(result.segments.map(({ translatedText }) => translatedText)).toEqual(
    world.told('translation.final').map((event) => event.text),
  );
  expect(result.translatedText).toContain(text);
});

test('a session without translation has none', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundWith(1));
  await world.run(session);
  expect(told(world)).toEqual(['text 1', 'end']);
  expect(resultOf(world, session).translatedText).toBeNull();
});

test('a slow translator delays no text, at most two translations run at once, and their order stays', async () => {
  let running = 0;
  let most = 0;
  const { world } = await speak(4, ({ sleep }) => async (texts, { to }) => {
    running += 1;
    most = Math.max(most, running);
    // The first translation is the slowest.
    await sleep(texts[0]?.includes(' 1-') ? 6 * secondMs : 2 * secondMs);
    running -= 1;
    return texts.map((text) => inLanguage(to, text));
  });
  const finals = world.posted.filter(({ event }) => event.type === 'transcript.final');
  expect(finals.map(({ atMs }) => Math.round(atMs / secondMs))).toEqual([2, 3, 5, 7]);
  expect(told(world).filter((one) => one.startsWith('translation'))).toEqual(
    [1, 2, 3, 4].map((id) => `translation ${id}`),
  );
  expect(most).toBe(2);
});

test('a translation that fails is a warning in its place, and the others go on', async () => {
  const { world, session } = await speak(2, () => async (texts, { to }) => {
    if (texts[0]?.includes(' 1-')) throw new TranslatorFault('It is out of reach.');
    return texts.map((text) => inLanguage(to, text));
  });
  expect(told(world)).toEqual(['text 1', 'translation_failed 1', 'text 2', 'translation 2', 'end']);
  expect(resultOf(world, session).segments.map(({ translatedText }) => translatedText !== null)).toEqual([
    false,
    true,
  ]);
});

test.each([
  [new TranslatorFault('It is out of reach.'), 1],
  [new JobFailure('translation_not_supported', 'Not these languages.'), undefined],
])(
  'a translation that fails moves the metric of its function’s alarm, unless the languages are the cause: %s',
  async (error, count) => {
    const watched = watchLog();
    await speak(1, () => async () => {
      throw error;
    });
    expect(watched.of('realtime.translation_failed').map(({ HandledFailures }) => HandledFailures)).toEqual([
      count,
    ]);
  },
);

test('a translation that fails because of its language says which', async () => {
  const { world } = await speak(1, () => async () => {
    throw new JobFailure('translation_not_supported', 'Not these languages.');
  });
  expect(world.told('session.warning')).toMatchObject([
    {
      warning: {
        reason: 'translation_not_supported',
        segment_id: 1,
        source_language: 'en',
        target_language: 'es',
      },
    },
  ]);
});

test('translations that fail do not hold up the end for long', async () => {
  const { world, left } = await speak(3, ({ sleep }) => async (_, { signal }) => {
    await sleep(9 * secondMs);
    signal.throwIfAborted();
    throw new TranslatorFault('It takes too long.');
  });
  expect(left).toBe('closed');
  expect(told(world).at(-1)).toBe('end');
  expect(world.told('session.warning')).toHaveLength(3);
  expect(world.posted.at(-1)?.atMs).toBeLessThan(45 * secondMs);
});

test('the end waits 15 s for translations, keeps its lease meanwhile, and warns of the rest', async () => {
  const world = aSessionWorld();
  const session = await world.live({ translation: toSpanish });
  // The audio ends after 14.4 s.
  world.stream(session, soundWith(8));
  const translator = scriptedTranslator(async (texts, { to, signal }) => {
    for (let second = 0; second < 9; second += 1) {
      signal.throwIfAborted();
      await world.sleep(secondMs);
    }
    return texts.map((text) => inLanguage(to, text));
  });
  const claims: unknown[] = [];
  const claim = async () => claims.push(await world.sessions.claimLease(session, world.timeline.now()));
  for (const second of [22, 28]) world.timeline.in(second * secondMs, () => void claim());
  expect(await world.run(session, { changes: { translator } })).toBe('closed');
  expect(claims).toEqual([undefined, undefined]);
  expect(told(world).filter((one) => !one.startsWith('text'))).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((id) => `translation ${id}`),
    ...[7, 8].map((id) => `translation_failed ${id}`),
    'end',
  ]);
  expect(world.posted.at(-1)?.atMs).toBeLessThan(32 * secondMs);
});

test.each([
  ['of the text before', [['es'], [null]], 'es'],
  ['that the caller expects, where there was none before', [[null]], 'fr'],
] as const)('a text of unknown language is translated from the language %s', async (_, languages, from) => {
  const world = aSessionWorld();
  const toEnglish = { type: 'one_way', target_language: 'en' } as const;
  const session = await world.live({ translation: toEnglish, languageHints: ['fr'] });
  world.stream(session, soundWith(languages.length));
  const asked: string[] = [];
  const translator = scriptedTranslator(async (texts, options) => {
    asked.push(options.from);
    return texts.map((text) => inLanguage(options.to, text));
  });
  await world.run(session, { changes: { ...transcriberOf(world, languages.flat()), translator } });
  expect(asked.at(-1)).toBe(from);
});

test('stored texts are read for their translation only when there are new ones', async () => {
  const world = aSessionWorld();
  const session = await world.live({ translation: toSpanish });
  world.stream(session, soundWith(1));
  let reads = 0;
  const readEvents: typeof world.sessions.readEvents = (...place) => {
    reads += 1;
    return world.sessions.readEvents(...place);
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, readEvents } } });
  expect(told(world)).toHaveLength(3);
  expect(reads).toBeLessThan(12);
});

test('a runner that takes over translates what the one before has not, and nothing twice', async () => {
  const world = aSessionWorld();
  const session = await world.live({ translation: toSpanish });
  world.stream(session, soundWith(2), { finishes: false });
  let asked = 0;
  // The second translation never returns.
  const hanging = scriptedTranslator(async (texts, { to }) => {
    asked += 1;
    if (asked > 1) await world.sleep(30 * minuteMs);
    return texts.map((text) => inLanguage(to, text));
  });
  const now = world.timeline.now().getTime();
  // The runner dies: from now on it cannot write.
  const dying = { ...world.sessions, renewLease: async () => undefined, noteTold: async () => undefined };
  const sessions = new Proxy(world.sessions, {
    get: (target, name) => Reflect.get(world.timeline.now().getTime() - now > 6_500 ? dying : target, name),
  });
  await world.run(session, { changes: { translator: hanging, sessions } });
  expect(told(world)).toEqual(['text 1', 'translation 1', 'text 2']);
  await world.pass(10 * secondMs);
  await world.sessions.putMark(
    session,
    { offset: soundWith(2).length, kind: 'finish' },
    world.timeline.now(),
  );
  expect(await world.run(session)).toBe('closed');
  expect(told(world)).toEqual(['text 1', 'translation 1', 'text 2', 'translation 2', 'end']);
});

test('a session is not parked while a translation is on its way', async () => {
  const world = aSessionWorld();
  const session = await world.live({ translation: toSpanish });
  world.stream(session, soundWith(1), { finishes: false });
  const translator = scriptedTranslator(async (texts, { to }) => {
    await world.sleep(20 * secondMs);
    return texts.map((text) => inLanguage(to, text));
  });
  expect(await world.run(session, { changes: { translator } })).toBe('parked');
  expect(told(world)).toEqual(['text 1', 'translation 1']);
});
