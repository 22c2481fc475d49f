import type { Page } from 'playwright-core';
import { auditLog, membership, ownInvitation, ownSessions } from './members.ts';
import { call, failedJob, job, running } from './jobs.ts';
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
  await answer(page, /\/transcriptions\/ofq_1\?/, call);
  await answer(page, /\/transcriptions\/ofq_2\?/, failedJob('ofq_2'));
  await answer(page, /\/transcriptions\/ofq_3\?/, running);
  await answer(
    page,
    /\/transcriptions\/ofq_5\?mode=test/,
    job(['It costs nothing.'], { id: 'ofq_5', mode: 'test' }),
  );
};
