import { afterEach, expect, test, vi } from 'vitest';
import { translateFinal } from '#lib/domain/realtime/translate-final.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { plainOptions } from '../../../support/realtime.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { inLanguage, scriptedTranslator } from '../../../support/scripted-translator.ts';
import { aFinal } from './session-scenes.ts';

const asked = {
  translation: { type: 'one_way', target_language: 'es' },
  likely: 'en',
  formatting: plainOptions.formatting,
  signal: new AbortController().signal,
} as const;

afterEach(() => vi.restoreAllMocks());

test('a translation that takes more than ten seconds is given up', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const translator = scriptedTranslator(async (texts, { to, signal }) => {
    signal.throwIfAborted();
    return texts.map((text) => inLanguage(to, text));
  });
  expect(await translateFinal(translator, aFinal(1), asked)).toEqual({
    type: 'session.warning',
    warning: { reason: 'translation_failed', segment_id: 1 },
  });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('a translation that a runner stops, because it returns, moves no metric of an alarm', async () => {
  const watched = watchLog();
  const translator = scriptedTranslator(async (_, { signal }) => {
    signal.throwIfAborted();
    return [];
  });
  await translateFinal(translator, aFinal(1), { ...asked, signal: AbortSignal.abort() });
  expect(watched.of('realtime.translation_failed')).toMatchObject([{ is_foreign: true }]);
});

test('a text of unknown language that cannot be translated is warned of with the language that it most likely has', async () => {
  const translator = scriptedTranslator(async () => {
    throw new JobFailure('translation_not_supported', 'Not these languages.');
  });
  const { segment, ...final } = aFinal(1);
  const unknown = { ...final, segment: { ...segment, language: null } };
  expect(await translateFinal(translator, unknown, asked)).toMatchObject({
    warning: { reason: 'translation_not_supported', source_language: 'en', target_language: 'es' },
  });
});
