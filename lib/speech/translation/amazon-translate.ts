import {
  InvalidRequestException,
  TextSizeLimitExceededException,
  TranslateClient,
  TranslateTextCommand,
  UnsupportedLanguagePairException,
} from '@aws-sdk/client-translate';
import { JobFailure } from '#lib/platform/errors.ts';
import { amazonCode, amazonPairs } from './amazon-languages.ts';
import { translateByLine } from './by-line.ts';
import { type TextTranslator, type TranslateOptions, TranslatorFault } from './translator.ts';

/** Half of Amazon's limit of 10,000: smaller requests finish sooner and cost less to repeat. */
const maxBytes = 5_000;

// A request that hangs is aborted and retried. A few thousand characters normally take a second or two.
const requestHandler = { connectionTimeout: 1_000, requestTimeout: 15_000, throwOnRequestTimeout: true };
// More retries than elsewhere, because Amazon throttles by account and language pair.
const maxAttempts = 6;

/** Maps an error of the SDK. Drops Amazon's message, because it may contain the customer's text. */
const faultOf = (error: unknown): Error => {
  if (error instanceof UnsupportedLanguagePairException)
    return new JobFailure('translation_not_supported', 'Amazon Translate does not support these languages.');
  if (error instanceof TextSizeLimitExceededException || error instanceof InvalidRequestException)
    return new JobFailure('translation_failed', 'The translator refused the text.');
  const name = error instanceof Error ? error.name : 'no error';
  return new TranslatorFault(`Amazon Translate failed: ${name}.`, { cause: error });
};

/** `TextTranslator` on Amazon Translate, in the region of the function. */
export const amazonTranslator = (
  client = new TranslateClient({ maxAttempts, requestHandler }),
): TextTranslator => {
  const send = async (Text: string, { from, to, signal }: TranslateOptions): Promise<string> => {
    const SourceLanguageCode = amazonCode(from);
    const TargetLanguageCode = amazonCode(to);
    const command = new TranslateTextCommand({ Text, SourceLanguageCode, TargetLanguageCode });
    try {
      signal.throwIfAborted();
      return (await client.send(command, { abortSignal: signal })).TranslatedText ?? '';
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    ...amazonPairs,
    maxBytes,
    translate: (texts, options) => translateByLine(texts, '\n', (text) => send(text, options)),
  };
};
