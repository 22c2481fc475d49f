import * as z from 'zod';
import { unsupportedValue } from '#lib/platform/http/validation.ts';
import { fillerLanguages } from '#lib/speech/text/fillers.ts';
import { numeralLanguages } from '#lib/speech/text/numerals/numerals.ts';
import type { SpeechRequest } from './transcription.ts';
import { likelyLanguages } from './translatable.ts';

const numerals = ['as_spoken', 'digits'] as const;
const fillers = ['keep', 'remove'] as const;

/** Options for the written form of a text. */
const Formatting = z
  .strictObject(
    {
      numerals: z
        .enum(numerals, `Send one of ${numerals.join(', ')}.`)
        .default('as_spoken')
        .meta({
          description:
            '`digits` writes English numbers, money, times and dates in digits where they are clearly meant. By default they stay as the speech model wrote them.',
        }),
      fillers: z
        .enum(fillers, `Send one of ${fillers.join(', ')}.`)
        .default('keep')
        .meta({ description: '`remove` leaves out sounds such as "um".' }),
    },
    'Send an object with numerals and fillers, or one of them.',
  )
  .meta({ id: 'Formatting' });

export const formattingField = Formatting.prefault({});

const refused = (path: string, supported: readonly string[]) => {
  const message = `This is possible only for speech in ${supported.join(', ')}, and the job has none of these languages.`;
  return unsupportedValue({ path, rule: 'supported_language', message }, { supported_languages: supported });
};

/** Refuses an option that none of the languages that may be spoken supports. */
export const assertFormatting = (
  request: Pick<SpeechRequest, 'formatting' | 'languageHints' | 'translation'>,
  languages: readonly string[],
): void => {
  const likely = likelyLanguages(request, languages);
  const isPossible = (supported: readonly string[]): boolean =>
    likely.some((language) => supported.includes(language));
  const { numerals: wanted, fillers: kept } = request.formatting;
  if (wanted === 'digits' && !isPossible(numeralLanguages))
    throw refused('formatting.numerals', numeralLanguages);
  if (kept === 'remove' && !isPossible(fillerLanguages)) throw refused('formatting.fillers', fillerLanguages);
};
