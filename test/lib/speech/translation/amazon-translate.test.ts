import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { TranslateClient } from '@aws-sdk/client-translate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amazonTranslator } from '#lib/speech/translation/amazon-translate.ts';
import type { TextTranslator } from '#lib/speech/translation/translator.ts';
import { parseClaim } from '#local/aws-endpoint/signature.ts';
import { listen } from '#local/ports.ts';
import { translatorContract } from './translator.contract.ts';

type Asked = { Text: string; SourceLanguageCode: string; TargetLanguageCode: string };
type Fault = number | 'lost' | 'hangs' | 'cut short';

/** A server with Amazon Translate's protocol (AWS JSON 1.1). It records requests and injects faults. */
const seen: { target: unknown; service: string | undefined; body: Asked }[] = [];
const faults: (Fault | { status: number; type: string })[] = [];
const faithful = ({ Text, TargetLanguageCode }: Asked): string =>
  Text.split('\n')
    .map((line) => `${TargetLanguageCode}:${line}`)
    .join('\n');
let translate = faithful;

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body: any = await json(request);
  const { service } = parseClaim(request.headers.authorization) ?? {};
  seen.push({ target: request.headers['x-amz-target'], service, body });
  const fault = faults.shift();
  if (fault === 'hangs') return;
  if (fault === 'lost') return void response.destroy();
  const answer = (status: number, content: object): void => {
    const text = JSON.stringify(content);
    const length = Buffer.byteLength(text);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'content-length': length });
    if (fault === 'cut short') response.write(text.slice(0, 9), () => response.destroy());
    else response.end(text);
  };
  if (typeof fault === 'number') return answer(fault, {});
  if (typeof fault === 'object')
    return answer(fault.status, { __type: fault.type, Message: `About: ${body.Text}` });
  const { SourceLanguageCode, TargetLanguageCode } = body;
  answer(200, { TranslatedText: translate(body), SourceLanguageCode, TargetLanguageCode });
};

let stop: () => Promise<void>;
let translator: TextTranslator;
beforeAll(async () => {
  const server = await listen(0);
  server.serve((request, response) => void serve(request, response));
  stop = server.close;
  const client = new TranslateClient({
    endpoint: server.url,
    region: 'eu-west-1',
    maxAttempts: 4,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: { requestTimeout: 200, throwOnRequestTimeout: true },
  });
  const strategy: any = await client.config.retryStrategy();
  strategy.retryBackoffStrategy.computeNextBackoffDelay = () => 0;
  translator = amazonTranslator(client);
});
beforeEach(() => {
  seen.length = 0;
  faults.length = 0;
  translate = faithful;
});
afterAll(() => stop());

const ask = (texts: string[], signal = new AbortController().signal) =>
  translator.translate(texts, { from: 'en', to: 'pt-PT', signal });

translatorContract(() => translator);

test("texts are sent in one signed call with Amazon's language codes and returned in order", async () => {
  expect(await ask(['One.', 'Two words'])).toEqual(['pt-PT:One.', 'pt-PT:Two words']);
  expect(seen).toEqual([
    {
      target: 'AWSShineFrontendService_20170701.TranslateText',
      service: 'translate',
      body: { Text: 'One.\nTwo words', SourceLanguageCode: 'en', TargetLanguageCode: 'pt-PT' },
    },
  ]);
});

test('a response with a different number of lines is dropped, and each text is sent alone', async () => {
  translate = ({ Text }) => Text.replaceAll('\n', ' ');
  expect(await ask(['One.', 'Two.'])).toEqual(['One.', 'Two.']);
  expect(seen.map(({ body }) => body.Text)).toEqual(['One.\nTwo.', 'One.', 'Two.']);
});

describe('temporary failures', () => {
  test.each<[string, (typeof faults)[number]]>([
    ['throttling', { status: 400, type: 'ThrottlingException' }],
    ['too many requests', { status: 429, type: 'TooManyRequestsException' }],
    ['a server error', { status: 500, type: 'InternalServerException' }],
    ['unavailability', { status: 503, type: 'ServiceUnavailableException' }],
    ['a bare 502', 502],
    ['a lost reply', 'lost'],
    ['a reply cut short', 'cut short'],
    ['a call that hangs', 'hangs'],
  ])('a temporary failure is retried: %s', async (_, fault) => {
    faults.push(fault);
    expect(await ask(['One.'])).toEqual(['pt-PT:One.']);
    expect(seen).toHaveLength(2);
  });

  test('a lasting outage is a TranslatorFault that names the error but contains no text', async () => {
    faults.push(...Array.from({ length: 9 }, () => ({ status: 400, type: 'ThrottlingException' })));
    const fault: any = await ask(['A secret.']).catch((error: unknown) => error);
    expect([fault.name, fault.message]).toEqual([
      'TranslatorFault',
      'Amazon Translate failed: ThrottlingException.',
    ]);
    expect(fault.stack).not.toContain('secret');
    expect(seen).toHaveLength(4);
  });
});

describe('permanent failures', () => {
  test.each([
    ['UnsupportedLanguagePairException', 'translation_not_supported'],
    ['InvalidRequestException', 'translation_failed'],
    ['TextSizeLimitExceededException', 'translation_failed'],
  ])('the error %s becomes %s without the text', async (type, failure) => {
    faults.push({ status: 400, type });
    const error: any = await ask(['A secret.']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'JobFailure', type: failure });
    expect(error.message).not.toContain('secret');
    expect(seen).toHaveLength(1);
  });
});

test('a missing permission is a temporary failure', async () => {
  faults.push({ status: 400, type: 'AccessDeniedException' });
  await expect(ask(['One.'])).rejects.toThrow('Amazon Translate failed: AccessDeniedException.');
});

test('an abort ends the call immediately', async () => {
  const abort = new AbortController();
  faults.push('hangs', 'hangs', 'hangs', 'hangs');
  const asked = ask(['One.'], abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ name: 'TranslatorFault' });
  expect(seen.length).toBeLessThan(2);
});
