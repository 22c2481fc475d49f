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

test.each([
  ['My email is john, dot, doe, at, gmail, dot, com.', 'My email is [EMAIL].'],
  ['It is john dot um doe at uh gmail dot com.', 'It is [EMAIL].'],
  ['It is john twenty three at gmail dot com.', 'It is [EMAIL].'],
  ['It is j dot doe 84 at gmail dot com.', 'It is [EMAIL].'],
  ['It is j doe at gmail dot com.', 'It is [EMAIL].'],
  ['My email address is John Doe at gmail dot com.', 'My email address is [EMAIL].'],
  ['It is john dot doe at my company dot com.', 'It is [EMAIL].'],
  ['It is john at g mail dot com.', 'It is [EMAIL].'],
  ['It is john at g m a i l dot com.', 'It is [EMAIL].'],
  ['It is john at gmail com.', 'It is [EMAIL].'],
  ['It is j a n e dot d o e at gmail dot com.', 'It is [EMAIL].'],
  ['It is c h r i s t o p h e r dot s m i t h at example.com.', 'It is [EMAIL].'],
  ['My mail is jane at my company dot com.', 'My mail is [EMAIL].'],
  ['It is j doe at company.com.', 'It is [EMAIL].'],
  ['It is j a n e at my company dot com.', 'It is [EMAIL].'],
  ['It is jane D at company.co.uk.', 'It is [EMAIL].'],
  ['Mail me at jane dot d at company dot co dot uk.', 'Mail me at [EMAIL].'],
  ['It is john at at gmail dot com.', 'It is [EMAIL].'],
  ["It is O'Brien at gmail dot com.", 'It is [EMAIL].'],
  ['It is jsmith, at sign, example dot com.', 'It is [EMAIL].'],
  ['Es juan guion bajo perez arroba gmail punto com.', 'Es [EMAIL].'],
  ['È mario trattino basso rossi chiocciola libero punto it.', 'È [EMAIL].'],
  ['É joao underline silva arroba exemplo ponto com ponto br.', 'É [EMAIL].'],
  ['It is kim at startup dot tech.', 'It is [EMAIL].'],
  ['It is bob at hotmail dot c o m.', 'It is [EMAIL].'],
  ['It is michael dot o’brien at company dot co dot uk.', 'It is [EMAIL].'],
  ["It is maria.d'souza@example.com or o’neill@example.com.", 'It is [EMAIL] or [EMAIL].'],
])('nothing of an address is left, however it is spoken: %s', (text, expected) => {
  expect(redact(text, ['email'])).toBe(expected);
});

test.each([
  'Bob works at our new office, example dot com.',
  'Meet Bob at our website example dot com.',
  'There were twenty at the meeting. Dot came late.',
  'I bought 5 at the store.',
  "We talk at ten o'clock at zoom.us, it's at example dot com, and that's at example.com.",
  'We sold 20 at walmart.com and twenty at amazon dot com. I found two at ebay dot com.',
  'We bought two at ebay dot com.',
])('words before a place on the web stay: %s', (text) => {
  expect(redact(text, ['email'])).toBe(text);
});

test.each([
  ['ja', 'メールはtaro@example.comです。', 'メールは[EMAIL]です。'],
  ['ko', '메일은 taro@example.com입니다.', '메일은 [EMAIL]입니다.'],
  ['zh', '写信到zhang.san@qq.com吧。', '写信到[EMAIL]吧。'],
  ['de', 'Es ist jörg.müller@bäcker.de!', 'Es ist [EMAIL]!'],
])('what is beside an address stays in %s: %s', (language, text, expected) => {
  expect(redact(text, ['email'], language)).toBe(expected);
});
