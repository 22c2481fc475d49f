import { expect, test } from 'vitest';
import { fieldErrorsOf } from '../../console/parts/field-errors.ts';
import { settingsOf } from '../../console/webhooks/settings.ts';

const typed = { url: 'https://example.com', description: 'Shop' };

test('an endpoint gets the messages that are checked, and keeps its address if none is typed', () => {
  const events = ['transcription.completed', 'transcription.failed'];
  expect(settingsOf({ ...typed, events })).toEqual({ ...typed, events });
  expect(settingsOf({ ...typed, url: '', events })).not.toHaveProperty('url');
});

test('an endpoint without a message is refused at the group of messages, in words for people', () => {
  let refusal: unknown;
  try {
    settingsOf({ ...typed, events: [] });
  } catch (error) {
    refusal = error;
  }
  expect(fieldErrorsOf(refusal)).toEqual([{ path: 'events', message: 'Choose at least one message.' }]);
});
