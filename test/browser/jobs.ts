const at = '2026-11-20T10:00:00.000Z';

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

const { segments, words, ...mix } = job(talk);
/** The same job with its segments alternating between two channels. */
export const call = {
  ...mix,
  channels: 2,
  segments: segments.map((segment) => ({ ...segment, channel: segment.id % 2 })),
  words: words.map((word) => ({ ...word, channel: Math.floor(word.start_ms / segmentMs) % 2 })),
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

export const running = job([], {
  id: 'ofq_3',
  status: 'processing',
  ...withoutResult,
  billing: { ...unitPrice, status: 'pending', billed_ms: null, amount_usd: null },
  progress: { percent: 40, processed_ms: 24_000, total_ms: 61_240 },
});
