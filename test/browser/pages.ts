import type { Page } from 'playwright-core';
import { auditLog, membership, ownInvitation, ownSessions } from './members.ts';
import { billing, delivery, deliveryDetails, subscription, usage, webhook } from './account-data.ts';

const at = '2026-11-20T10:00:00.000Z';

/** An API key as the list of the API returns it. */
export const apiKey = (fields: object = {}) => ({
  id: 'key_1',
  name: 'Call centre, production',
  mode: 'live',
  hint: 'es_live_Ab12…',
  created_at: at,
  created_by: { id: 'usr_1', email: 'ada.lovelace.of.the.analytical.engine@example.com' },
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  ...fields,
});

/** Two active live keys, which is the maximum, an expired key and a revoked one. */
export const keysInUse = [
  apiKey({ last_used_at: at, expires_at: '2099-01-01T00:00:00.000Z' }),
  apiKey({ id: 'key_2', name: 'Call centre, next' }),
  apiKey({ id: 'key_3', name: 'Trial', mode: 'test', hint: 'es_test_Ab12…', expires_at: at }),
  apiKey({ id: 'key_4', name: 'Old server', last_used_at: at, revoked_at: at }),
];

/** The interval between the starts of segments: ten seconds. */
export const segmentMs = 10_000;
const spokenMs = 8_600;

/** Words of equal length. Every fifth word is uncertain. */
const wordsOf = (text: string, startMs: number) => {
  const words = text.split(' ');
  return words.map((word, index) => ({
    channel: null,
    text: word,
    start_ms: startMs + (index * spokenMs) / words.length,
    end_ms: startMs + ((index + 1) * spokenMs) / words.length,
    confidence: index % 5 === 3 ? 0.4 : 0.97,
  }));
};

/** Jobs as the list of the console shows them. */
const listedJobs = (): object[] => {
  const key = { api_key_hint: 'es_live_Ab12…', client_reference_id: 'call-42' };
  const played = { api_key_hint: null, client_reference_id: null };
  const unknown = {
    detected_language: null,
    audio_ms: null,
    billing: { status: 'pending', amount_usd: null },
  };
  const base = {
    ...job(['Hello.']),
    filename: 'call.mp3',
    first_words: 'Good morning, you are through to the support of Analytical Engines.',
  };
  return [
    {
      ...base,
      ...key,
      ...unknown,
      id: 'ofq_3',
      status: 'processing',
      filename: 'interview.m4a',
      first_words: null,
    },
    { ...base, ...key },
    {
      ...base,
      ...played,
      id: 'ofq_6',
      filename: 'two-cities.ogg',
      first_words: 'It was the best of times, it was the worst of times, it was the age of wisdom,…',
    },
    {
      ...base,
      ...key,
      ...unknown,
      id: 'ofq_2',
      status: 'failed',
      filename: 'notes.txt.mp3',
      first_words: null,
    },
    {
      ...base,
      ...played,
      id: 'ofq_7',
      filename: null,
      source: { kind: 'realtime' },
      first_words: 'Is this thing on?',
    },
  ];
};

/** A completed job with these segments. */
export const job = (texts: readonly string[], fields: object = {}) => ({
  id: 'ofq_1',
  mode: 'live',
  status: 'completed',
  created_at: at,
  started_at: at,
  completed_at: at,
  expires_at: at,
  deleted_at: null,
  retried_as: null,
  detected_language: 'en',
  language_confidence: 0.99,
  detected_languages: [{ language: 'en', share: 1 }],
  audio_ms: 61_240,
  channels: 1,
  billing: {
    status: 'charged',
    billed_ms: 61_240,
    channels: 1,
    unit_price_usd_per_minute: '0.005',
    amount_usd: '0.005103',
  },
  error: null,
  source: { kind: 'upload', deleted_at: at },
  request: { filename: 'call.mp3' },
  client_reference_id: 'call-42',
  metadata: { team: 'Support, 2nd line' },
  progress: { percent: 100, processed_ms: 61_240, total_ms: 61_240 },
  transcript: texts.join(' '),
  translated_text: texts.join(' '),
  segments: texts.map((text, id) => ({
    id,
    channel: null,
    start_ms: id * segmentMs,
    end_ms: id * segmentMs + spokenMs,
    text,
    confidence: 0.96,
    language: 'en',
    language_confidence: 0.99,
    translated_text: text,
  })),
  words: texts.flatMap((text, id) => wordsOf(text, id * segmentMs)),
  ...fields,
});

const talk = [
  'Good morning, you are through to the support of Analytical Engines. How can I help you?',
  'Hello. The wheel with the negative numbers is stuck again, as it was on Tuesday.',
  'I am sorry to hear that. Did you turn the crank backwards before you called?',
  'Twice, and then it printed the same table of logarithms for an hour.',
  'I see. I will send somebody on Thursday, between nine and eleven, if that suits you.',
  'Thursday is fine. Thank you very much.',
];

/** The same job with its segments alternating between two channels. */
const call = (texts: readonly string[]) => {
  const { segments, words, ...mix } = job(texts);
  return {
    ...mix,
    channels: 2,
    segments: segments.map((segment) => ({ ...segment, channel: segment.id % 2 })),
    words: words.map((word) => ({ ...word, channel: Math.floor(word.start_ms / segmentMs) % 2 })),
  };
};

/** The ledger entries of a prepaid organization's job: its hold, its releases and its charge. */
const ledger = {
  data: [
    { kind: 'hold', amount_usd: '-0.024000', at },
    { kind: 'release', amount_usd: '0.018897', at },
    { kind: 'release', amount_usd: '0.005103', at },
    { kind: 'charge', amount_usd: '-0.005103', at },
  ],
};

/** Intercepts requests to `path` and returns `body`. */
export const answer = (page: Page, path: RegExp, body: object): Promise<unknown> =>
  page.route(path, (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) }));

/** Intercepts requests for lists and details. Returns data that the real service would take long to create. */
export const answerWithData = async (page: Page): Promise<void> => {
  await answer(page, /\/webhooks\?/, { data: [webhook(), webhook({ id: 'whk_2', status: 'disabled' })] });
  await answer(page, /\/webhooks\/whk_1\?/, webhook());
  await answer(page, /\/deliveries\/dlv_1\?/, deliveryDetails());
  await answer(page, /\/deliveries\?/, {
    data: [
      delivery(),
      delivery({
        id: 'dlv_2',
        event_type: 'transcription.failed',
        status: 'delivered',
        next_attempt_at: null,
      }),
    ],
    next_cursor: null,
  });
  await answer(page, /\/ledger\?/, ledger);
  await answer(page, /\/usage\?mode=live/, usage());
  await answer(page, /\/v1\/sessions$/, { data: ownSessions });
  await answer(page, /\/members$/, membership);
  await answer(page, /\/invitations\/inv_1$/, ownInvitation);
  await answer(page, /\/audit-log$/, { data: auditLog, next_cursor: 'next' });
  await answer(page, /\/billing$/, billing);
  await answer(page, /\/billing\/subscriptions$/, { data: [subscription] });
  await answer(page, /\/transcriptions\?/, { data: listedJobs(), next_cursor: 'next' });
  await page.route(/\/transcriptions\?/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 201,
          contentType: 'application/json',
          body: '{"id":"ofq_1","status":"queued"}',
        })
      : route.fallback(),
  );
  await answer(page, /\/transcriptions\/ofq_1\?/, call(talk));
  await answer(page, /\/transcriptions\/ofq_2\?/, failedJob('ofq_2'));
  await answer(page, /\/transcriptions\/ofq_3\?/, running);
  await answer(
    page,
    /\/transcriptions\/ofq_5\?mode=test/,
    job(['It costs nothing.'], { id: 'ofq_5', mode: 'test' }),
  );
};

/** What a job has before it is completed. */
const withoutResult = {
  detected_language: null,
  language_confidence: null,
  detected_languages: [],
  transcript: null,
  translated_text: null,
  segments: null,
  words: null,
};
const unitPrice = { channels: 1, unit_price_usd_per_minute: '0.005' };

/** A failed job that still has its audio. */
export const failedJob = (id: string, error: object = {}) =>
  job([], {
    id,
    status: 'failed',
    ...withoutResult,
    billing: { ...unitPrice, status: 'not_charged', billed_ms: 0, amount_usd: '0.000000' },
    source: { kind: 'upload', deleted_at: null },
    error: {
      type: 'audio_unreadable',
      message: 'The file holds no audio. Check that it plays, and upload it again.',
      retryable: false,
      details: {},
      request_id: 'req_1',
      ...error,
    },
  });

const running = job([], {
  id: 'ofq_3',
  status: 'processing',
  ...withoutResult,
  billing: { ...unitPrice, status: 'pending', billed_ms: null, amount_usd: null },
  progress: { percent: 40, processed_ms: 24_000, total_ms: 61_240 },
});
