import { expect, test } from 'vitest';
import { offerOf, speechModels } from '#lib/speech/engines/models.ts';
import { assertUnderstood } from '#lib/speech/engines/spoken-language.ts';

const english = speechModels['moonshine-tiny'];
const multilingual = speechModels['whisper-base'];

const spoken = (seconds: number, meanLogProb: number) => ({
  startMs: 0,
  endMs: 1_000 * seconds,
  meanLogProb,
});
const nothing = { segments: [], speechMs: 10_000, unrecognizedMs: 10_000, foreignMs: 0 };

test('a file without speech does not fail as not understood', () => {
  expect(() => assertUnderstood({ ...nothing, speechMs: 0, unrecognizedMs: 0 }, english)).not.toThrow();
});

test('a file of which a part was understood does not fail', () => {
  const partly = { segments: [spoken(3, -0.1)], speechMs: 10_000, unrecognizedMs: 7_000, foreignMs: 7_000 };
  expect(() => assertUnderstood(partly, english)).not.toThrow();
});

/** A mostly foreign file with two segments that were understood. */
const mostlyForeign = (longer: number, shorter: number) => ({
  speechMs: 20_000,
  unrecognizedMs: 13_000,
  foreignMs: 11_000,
  segments: [spoken(3, shorter), spoken(4, longer)],
});

test('what is understood of a mostly foreign file is delivered if half of it is sure', () => {
  expect(() => assertUnderstood(mostlyForeign(-0.1, -0.4), english)).not.toThrow();
  expect(() => assertUnderstood(mostlyForeign(-0.4, -0.1), english)).toThrow(
    expect.objectContaining({ type: 'language_not_supported' }),
  );
});

test('a few sure words among minutes of foreign speech are not delivered', () => {
  const few = { segments: [spoken(2, -0.1)], speechMs: 60_000, unrecognizedMs: 58_000, foreignMs: 58_000 };
  expect(() => assertUnderstood(few, english)).toThrow(
    expect.objectContaining({ type: 'language_not_supported' }),
  );
});

const failureOf = (foreignMs: number, offered: Parameters<typeof assertUnderstood>[1]): unknown => {
  try {
    return assertUnderstood({ ...nothing, foreignMs }, offered);
  } catch (error) {
    return error;
  }
};

test('the failure names the supported languages, and the model if one was chosen', () => {
  expect(failureOf(10_000, english)).toMatchObject({
    type: 'language_not_supported',
    message: expect.stringMatching(/ of the model moonshine-tiny, which transcribes en only\.$/),
    details: { supported_languages: ['en'] },
  });
  expect(failureOf(10_000, offerOf(['moonshine-tiny']))).toMatchObject({
    message: expect.stringMatching(/ of this deployment, which transcribes en only\.$/),
  });
});

test('speech in a language that the hints of its job leave out is not said to be unsupported', () => {
  const hinted = { ...offerOf(['moonshine-tiny', 'whisper-base']), expected: ['en'] };
  expect(failureOf(10_000, hinted)).toMatchObject({
    type: 'language_not_supported',
    message:
      'The speech does not sound like en, and the job expects nothing else. Send the languages that are spoken as language_hints.',
    details: { supported_languages: expect.arrayContaining(['en', 'de']) },
  });
  expect(failureOf(0, hinted)).toMatchObject({
    type: 'speech_not_understood',
    message: expect.stringMatching(/ The job expects only en\.$/),
  });
});

test.each([
  ['language_not_supported', 'mostly reads like another language', 5_000],
  ['speech_not_understood', 'mostly does not', 4_900],
])('a job of which nothing was understood fails with %s if its speech %s', (type, _, foreignMs) => {
  expect(() => assertUnderstood({ ...nothing, foreignMs }, english)).toThrow(
    expect.objectContaining({ type }),
  );
});

test('speech that a multilingual model does not understand is not of another language', () => {
  expect(() => assertUnderstood(nothing, multilingual)).toThrow(
    expect.objectContaining({ type: 'speech_not_understood', details: { speech_ms: 10_000 } }),
  );
});
