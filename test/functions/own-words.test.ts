import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contracts } from '#functions/contracts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import { malformedBodies, malformedQueries } from '../support/malformed.ts';
import { wrongBodies, wrongQueries } from '../support/wrong-requests.ts';

/** Every message that refuses a field of a request: a new one fails here until it is reviewed. */
const ours: ReadonlySet<string> = new Set([
  'Send 0, or leave it out: texts are decoded without chance here.',
  'Send a list.',
  "Send auto, a model that GET /v1/models lists, or one of OpenAI's names whisper-1, gpt-transcribe, gpt-4o-transcribe, gpt-4o-mini-transcribe, which mean auto here.",
  'Send auto, or leave it out: recordings are always cut at pauses.',
  'Send false, or leave it out: the answer comes whole. Realtime sessions stream.',
  'Send one of json, text, srt, verbose_json, vtt.',
  'Send one of word, segment.',
  'Send one of json, csv.',
  'Send the recording as one file.',
  'The text of sessions cannot be redacted. Leave it out, or transcribe a recording.',
  'Send a BCP-47 language tag such as "en" or "pt-BR".',
  'Send 1 or 2.',
  'Send a list of at most 10 origins.',
  'Send a text of 1 to 200 characters.',
  'Send a whole number from 10 to 18000.',
  'Send a whole number from 10 to 600.',
  'Send a whole number from 200 to 3000.',
  'Send an origin such as https://app.example, without a path.',
  'Send one of 8000, 16000, 24000, 32000, 44100, 48000.',
  'Send one of created, live, completed, expired, canceled, failed.',
  'Send pcm_s16le or webm_opus.',
  'Send a date that exists.',
  'Send a day as YYYY-MM-DD.',
  'Send US dollars with at most two decimals, such as "250" or "99.50".',
  'Send a list of at least one event.',
  'Send a list of at most 10 language hints.',
  'Send a list of at most 5 kinds.',
  'Send a list of at most 100 unique terms.',
  'Send a name that is not blank.',
  'Send a name without control characters, such as line breaks.',
  'Send a path of the console, such as "/".',
  'Send a range of 1 to 366 days, none of them before 2000-01-01.',
  'Send a text of 1 to 100 characters.',
  'Send a text of 1 to 2000 characters.',
  'Send a text of 1 to 2048 characters.',
  'Send a text of 1 to 255 characters.',
  'Send a text of at most 200 characters.',
  'Send a text.',
  'Send a whole number from 0 to 10000000.',
  'Send a whole number from 0 to 25.',
  'Send a whole number from 1 to 100.',
  'Send an email address.',
  'Send one of owner, developer, viewer, billing.',
  'Send a whole number from 1 to 1000.',
  'Send an https:// URL of at most 4096 characters; other schemes, gs:// among them, are not fetched.',
  'Send an instant in UTC to the millisecond, such as 2026-11-20T10:00:00.000Z.',
  'Send an instant of a year from 1970 to 9999.',
  'Send an instant such as 2026-11-20T10:00:00Z.',
  'Send an object with numerals and fillers, or one of them.',
  'Send an object of at most 16 keys.',
  'Keys have 1 to 40 characters.',
  'Send a text of 1 to 500 characters.',
  'Send an object.',
  'Send at most 1000 characters.',
  'Send kinds among card_number, email, phone_number, iban, us_ssn.',
  'Send exactly one of upload_id, audio_url, file_id. Also sent: audio_uri.',
  'Send exactly one of upload_id, audio_url, file_id. Also sent: audio_url.',
  'Send exactly one of upload_id, audio_url, file_id. Also sent: file_id.',
  'Send exactly one of upload_id, audio_url, file_id. None was sent.',
  'Send it without U+FFFD. This character means that another one was lost, usually because the text was not sent as UTF-8.',
  'Send live or test.',
  'Send one of as_spoken, digits.',
  'Send one of credit_pack, subscription.',
  'Send one of enabled, disabled.',
  'Send one of keep, remove.',
  'Send one of live, test.',
  'Send one of original, translated, both.',
  'Send one of pending, delivered, failed, held.',
  'Send one of queued, processing, completed, failed, canceled.',
  'Send one of transcription.completed, transcription.failed, transcription.canceled, realtime.session.finished.',
  'Send one of txt, srt, vtt, json.',
  'Send one_way or two_way.',
  'Send target_language, or language_a and language_b, and a type that fits.',
  'Send terms of 1 to 100 characters.',
  'Send the MIME type of the file, such as audio/mpeg.',
  'Send the exact size of the file in bytes, a whole number of at least 1.',
  'An empty file cannot be transcribed. Send one with a recording.',
  'Send the id of a file; it begins with file_.',
  'Send the id of an upload grant, which begins with upl_.',
  'Send the next_cursor of an earlier answer, unchanged.',
  'Send auto, or a model that GET /v1/capabilities lists.',
  'Send true or false.',
  'Send two different languages as language_a and language_b.',
  'Send valid Unicode, without lone surrogates.',
  'The only value is "deleted".',
  'The only value is "words".',
  'This is not a valid URL.',
  'This is required.',
  'There is no field with this name. Check its spelling, or leave it out.',
]);

/** The messages of `details.fields` when a request is refused. */
const messagesOf = (schema: z.ZodType, sent: unknown): string[] => {
  try {
    parseRequest(schema, sent);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields: { message: string }[] = Object(error.details['fields']);
    return fields.map(({ message }) => message);
  }
};
const notOurs = (schema: z.ZodType, sent: unknown): string[] =>
  messagesOf(schema, sent).filter((message) => !ours.has(message));

/** The default message of zod for an issue. */
const zodsWords: (issue: any) => unknown = z.locales.en().localeError;

/** The default messages of zod for a request. */
const wordsOfZod = (schema: z.ZodType, sent: unknown): string[] => {
  const { error } = schema.safeParse(sent, { reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => {
    const words = zodsWords(issue);
    return typeof words === 'string' ? [words] : [];
  });
};

const routes = Object.entries(contracts).map(([route, contract]) => {
  const [method = '', path = ''] = route.split(' ');
  return { route, path, method: method.toLowerCase(), contract };
});

const walked = routes.flatMap(({ path, method, contract: { body, query, params } }) => [
  { schema: params, sent: {} },
  ...(body ? wrongBodies(path, method).map((sent) => ({ schema: body.schema, sent })) : []),
  ...wrongQueries(path, method).map((sent) => ({ schema: query, sent })),
]);

test('every wrong value of every field is refused with a message of our own', () => {
  expect(new Set(walked.flatMap(({ schema, sent }) => messagesOf(schema, sent)))).toEqual(ours);
});

test("no message of our own is one of zod's", () => {
  const zods = new Set(walked.flatMap(({ schema, sent }) => wordsOfZod(schema, sent)));
  expect(zods.size).toBeGreaterThan(30);
  expect([...ours].filter((message) => zods.has(message))).toEqual([]);
});

test('every message of our own is a sentence', () => {
  expect([...ours].filter((message) => !/^[A-Z][^\n]+\.$/.test(message))).toEqual([]);
});

test.each(routes.filter(({ contract }) => contract.body))(
  'an almost well-formed body of $route is refused with a message of our own',
  ({ path, method, contract: { body } }) => {
    fc.assert(
      fc.property(malformedBodies(path, method), (malformed) => {
        const sent: unknown = JSON.parse(JSON.stringify(malformed));
        expect(body && notOurs(body.schema, sent)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  },
);

test.each(routes)(
  'an almost well-formed query of $route is refused with a message of our own',
  ({ path, method, contract: { query } }) => {
    fc.assert(
      fc.property(malformedQueries(path, method), (malformed) => {
        expect(notOurs(query, Object.fromEntries(new URLSearchParams(malformed)))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);
