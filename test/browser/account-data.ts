const at = '2026-11-20T10:00:00.000Z';

/** A webhook endpoint as the API returns it. */
export const webhook = (fields: object = {}) => ({
  id: 'whk_1',
  project_id: 'prj_1',
  mode: 'live',
  url: 'https://hooks.example.com/a-long-path/that/has/to/be/broken/on/a/phone/earshot',
  events: ['transcription.completed', 'transcription.failed', 'transcription.canceled'],
  description: 'Production',
  status: 'enabled',
  disabled_reason: null,
  created_at: at,
  secret_metadata: { hint: 'whsec_Ab12…', created_at: at, previous_expires_at: at },
  ...fields,
});

export const delivery = (fields: object = {}) => ({
  id: 'dlv_1',
  webhook_id: 'whk_1',
  transcription_id: 'ofq_1',
  url: null,
  event_id: 'evt_1',
  event_type: 'transcription.completed',
  status: 'failed',
  attempts: [
    { at, status_code: 500, error: null, duration_ms: 120 },
    { at, status_code: null, error: 'timeout', duration_ms: 15_000 },
  ],
  next_attempt_at: at,
  created_at: at,
  ...fields,
});

const sent = {
  'content-type': 'application/json',
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1795168800',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

/** The same delivery with its requests and responses. */
export const deliveryDetails = (fields: object = {}) => {
  const { attempts, ...rest } = delivery();
  return {
    ...rest,
    request_url: webhook().url,
    payload: JSON.stringify({
      type: 'transcription.completed',
      data: { id: 'ofq_1', metadata: { team: 'support' } },
    }),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      request_headers: sent,
      response_body: attempt.status_code === null ? null : '{"error":"The database is asleep."}',
    })),
    ...fields,
  };
};

export const deliveryAnsweredBy = (answers: readonly string[]) => {
  const [attempt] = deliveryDetails().attempts;
  return deliveryDetails({
    attempts: answers.map((text) => ({ ...attempt, error: text, response_body: text })),
  });
};

const plan = { price_id: 'price_plan', name: 'Monthly credit' };
export const subscription = {
  ...plan,
  id: 'sub_1',
  status: 'active',
  canceled: false,
  period_ends_at: '2099-12-20T10:00:00.000Z',
};

/** An account with little credit. */
export const billing = {
  balance_usd: '4.940000',
  held_usd: '1.500000',
  prepaid: true,
  spending: {
    month: '2026-11',
    spent_usd: '212.400000',
    limit_usd: '250.000000',
    alert_usd: '200.000000',
    earlier_months: [
      { month: '2026-10', spent_usd: '341.083000' },
      { month: '2026-08', spent_usd: '0.005103' },
    ],
  },
  auto_top_up: {
    price_id: 'price_pack',
    below_usd: '10.000000',
    stopped: 'declined',
    card: { brand: 'visa', last4: '4242' },
  },
  is_customer: true,
  products: [
    { price_id: 'price_pack', kind: 'credit_pack', name: 'Credit', amount_usd: '20.00', credit_usd: '20.00' },
    { ...plan, kind: 'subscription', amount_usd: '50.00', credit_usd: '55.00' },
  ],
  entries: {
    data: [
      { id: 'led_2', kind: 'refund', amount_usd: '-20.000000', paid_usd: null, created_at: at },
      { id: 'led_1', kind: 'credit', amount_usd: '55.000000', paid_usd: '50.000000', created_at: at },
    ],
    has_more: true,
    next_cursor: 'next',
  },
};

const dayMs = 86_400_000;

/** The usage of thirty days until today, lower on weekends, by a key and by the console. */
export const usage = () => {
  const days = Array.from({ length: 30 }, (_, back) => {
    const day = new Date(Date.now() - (29 - back) * dayMs);
    const isBusy = day.getUTCDay() % 6 !== 0;
    const jobs = isBusy ? 40 + ((back * 7) % 23) : 3;
    return {
      date: day.toISOString().slice(0, 10),
      jobs,
      audio_ms: jobs * 252_000,
      amount_usd: (jobs * 0.021).toFixed(6),
    };
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const quota = { limit: 'unfinished_jobs_per_project_max', used: 3, max: 100 };
  return {
    project_id: 'prj_1',
    mode: 'live',
    start: days[0]?.date,
    end: days[29]?.date,
    totals: {
      jobs: sum(days.map(({ jobs }) => jobs)),
      audio_ms: sum(days.map(({ audio_ms }) => audio_ms)),
      amount_usd: sum(days.map(({ amount_usd }) => Number(amount_usd))).toFixed(6),
    },
    days,
    groups: days.flatMap((day) => [
      { ...day, key_id: 'h8Fk2LmQ7sT4vX1z', language: 'en' },
      { ...day, key_id: 'usr_1', language: 'en', jobs: 1, audio_ms: 252_000, amount_usd: '0.021000' },
    ]),
    test_quota: null,
    quotas: [quota],
  };
};
