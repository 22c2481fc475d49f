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

/** Amazon takes 10,000 bytes at once. Half of it is answered sooner, and is less to pay again if the answer is lost. */
const maxBytes = 5_000;

// A call that hangs is given up and tried again; translating a few thousand characters takes a second or two.
const requestHandler = { connectionTimeout: 1_000, requestTimeout: 15_000, throwOnRequestTimeout: true };
// Amazon throttles by account and pair of languages: more tries than elsewhere, each after a longer pause.
const maxAttempts = 6;

/** What a failed call amounts to. Messages of Amazon may repeat the text, so only the name of the error is told. */
const faultOf = (error: unknown): Error => {
  if (error instanceof UnsupportedLanguagePairException)
    return new JobFailure(
      'translation_not_supported',
      'Amazon Translate does not know these languages here.',
    );
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
    translate: (texts, ask) => translateByLine(texts, '\n', (text) => send(text, ask)),
  };
};
