/** A segment and a word as the API returns them. */
export const segment = (id: number, start_ms: number, end_ms: number) => ({
  id,
  channel: null,
  start_ms,
  end_ms,
  text: 'Hello there.',
  confidence: 0.9,
  language: 'en',
  language_confidence: null,
  model: 'moonshine-tiny' as const,
  translated_text: null,
});

export const word = (text: string, start_ms = 0, end_ms = 1) => ({
  channel: null,
  text,
  start_ms,
  end_ms,
  confidence: 1,
});
