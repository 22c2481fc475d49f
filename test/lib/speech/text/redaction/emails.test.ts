import { expect, test } from 'vitest';
import { redact } from '../../../../support/redacted.ts';

test.each([
  'Get your tickets at ticketmaster.com.',
  'We have a sale at walmart.com. Sign up today at example.com.',
  'I read the article at nytimes.com, and he has a blog, at medium.com.',
  "The price per item at booking.com is lower, that's at example.com.",
])('a name on the web is no address: %s', (text) => {
  expect(redact(text, ['email'])).toBe(text);
});

test.each([
  ['Write to john at example.com', 'Write to [EMAIL]'],
  ['My email is john, at example.com', 'My email is [EMAIL]'],
  ['It is john at gmail.com', 'It is [EMAIL]'],
  ['It is john_smith at example.com', 'It is [EMAIL]'],
  ['It is john7 at example.com', 'It is [EMAIL]'],
  ['It is john dot smith, at example dot com', 'It is [EMAIL]'],
  ['It is john dot smith at, example dot com', 'It is [EMAIL]'],
  ['It is J, O, H, N, at example.com', 'It is [EMAIL]'],
  ["It's J-O-H-N at example.com", "It's [EMAIL]"],
  ['Es ist john at example punkt com', 'Es ist [EMAIL]'],
])('an address with a spoken sign is redacted: %s', (text, expected) => {
  expect(redact(text, ['email'])).toBe(expected);
});
