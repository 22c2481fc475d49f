import { describe, expect, test } from 'vitest';
import { served } from '#functions/contracts.ts';
import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { offerOf } from '#lib/speech/engines/models.ts';

const deployed = {
  speech: offerOf(['moonshine-tiny']),
  translator: 'none',
  retentionDays: 30,
  limits: Limits.parse({}),
  realtime: true,
} as const;

test('capabilities lists what routes serve as available or preview', () => {
  expect(describeCapabilities(served, deployed).capabilities).toMatchObject({
    uploads: 'available',
    transcriptions: 'available',
    audio_url: 'available',
    files: 'available',
    webhooks: 'preview',
    realtime_sessions: 'preview',
  });
});

test('realtime sessions are planned where they are not deployed, although they have routes', () => {
  const { capabilities } = describeCapabilities(served, { ...deployed, realtime: false });
  expect(capabilities).toMatchObject({ realtime_sessions: 'planned' });
});

describe('translation', () => {
  test('translation is planned without a translator, and each language pairs only with itself', () => {
    const { capabilities, translation } = describeCapabilities(served, deployed);
    expect(capabilities['translation']).toBe('planned');
    expect(translation).toEqual({
      translator: 'none',
      pairs: [{ source_languages: ['en'], target_languages: ['en'] }],
    });
  });

  test('translation is available with a translator, and languages with the same targets share an entry', () => {
    const speech = { ...deployed.speech, languages: ['en', 'de', 'yue'], translatesTo: ['en'] };
    const { capabilities, translation } = describeCapabilities(served, {
      ...deployed,
      speech,
      translator: 'amazon-translate',
    });
    expect(capabilities['translation']).toBe('available');
    expect(translation.pairs).toEqual([
      { source_languages: ['en', 'de'], target_languages: expect.arrayContaining(['de', 'en', 'zh-TW']) },
      { source_languages: ['yue'], target_languages: ['en', 'yue'] },
    ]);
  });
});
