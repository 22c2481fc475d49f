import { expect, test } from 'vitest';
import { commitOf } from '#lib/domain/realtime/decided-events.ts';
import type { SessionOptions } from '#lib/domain/realtime/session.ts';
import type { LiveDecision, LiveFinal } from '#lib/speech/live/live-transcriber.ts';
import { aSession, plainOptions } from '../../../support/realtime.ts';

const now = new Date('2026-11-20T10:00:00.000Z');

/** The final texts of a decision in a session with this formatting. */
const textsOf = (
  spoken: string,
  { numerals = 'as_spoken', fillers = 'keep' }: Partial<SessionOptions['formatting']> = {},
  reason: LiveDecision['reason'] = 'silence',
): string[] => {
  const session = aSession({ options: { ...plainOptions, formatting: { numerals, fillers } } });
  const segment: LiveFinal = {
    startMs: 0,
    endMs: 900,
    text: spoken,
    model: 'moonshine-tiny',
    translatedText: null,
    language: 'en',
    languageConfidence: null,
    meanLogProb: -0.1,
    words: [],
  };
  const times = { throughMs: 1_000, speechMs: 900, unrecognizedMs: 0, foreignMs: 0 };
  const { events } = commitOf(session, { ...times, segments: [segment], reason }, now);
  return events.flatMap((event) => (event.type === 'transcript.final' ? [event.segment.text] : []));
};

test('a final text is in sentences, unless it was cut at its maximum length', () => {
  expect(textsOf('it costs a lot')).toEqual(['It costs a lot.']);
  expect(textsOf('it costs a lot', {}, 'length')).toEqual(['it costs a lot']);
});

test.each(['silence', 'length'] as const)('a final text that ends by %s is written with digits', (reason) => {
  const [text] = textsOf('It costs twenty-five dollars.', { numerals: 'digits' }, reason);
  expect(text).toBe('It costs $25.');
});

test('a final text loses its fillers, and one of fillers alone is no segment', () => {
  expect(textsOf('It, um, costs a lot.', { fillers: 'remove' })).toEqual(['It costs a lot.']);
  expect(textsOf('Um.', { fillers: 'remove' })).toEqual([]);
});
