import * as z from 'zod';
import { languagePattern } from '#lib/platform/http/fields.ts';
import { canonicalLanguage, isKnownLanguage, primaryLanguage } from '#lib/speech/languages.ts';
import { hourMs } from '#lib/platform/durations.ts';
import { maxChannelAudioMs, maxChannels } from '#lib/speech/audio/limits.ts';
import { uploadIdField } from '#lib/domain/uploads/upload-id.ts';
import { clientReferenceId, metadata } from '#lib/domain/labels.ts';
import { caseFolded, characters, fileName, textUpTo, wellFormedText } from '#lib/platform/text.ts';
import { audioUrl } from './audio-url.ts';
import { formattingField } from './formatting.ts';
import { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import type { Translation } from './transcription.ts';
import { redactionKinds } from '#lib/speech/text/redaction/redact.ts';

export const maxHints = 10;
export const maxContextCharacters = 2_000;
export const maxTerms = 100;
export const maxTermCharacters = 100;

const broken = (rule: string, message: string) => ({ code: 'custom' as const, params: { rule }, message });

/** The time for checking a tag grows with the square of its length. */
const maxLanguageCharacters = 100;

/** BCP 47 also names some languages after the one that includes them, "zh-yue" for "yue"; Intl does not know these tags. */
const including = /^(?:ar|ms|sw|uz|zh)-(?=[a-z]{3}(?:-|$))/i;

const aTag = 'Send a BCP-47 language tag such as "en" or "pt-BR".';

/** A field for one language. */
export const languageField = z
  .string(aTag)
  .transform((tag, context) => {
    // Locales of operating systems have an underscore.
    const isShort = tag.length <= maxLanguageCharacters;
    const canonical = isShort
      ? canonicalLanguage(tag.replaceAll('_', '-').replace(including, ''))
      : undefined;
    if (canonical !== undefined && isKnownLanguage(canonical)) return canonical;
    context.addIssue({ ...broken('bcp_47', aTag), input: tag });
    return z.NEVER;
  })
  .meta({
    description: 'A BCP-47 tag of a known language. An underscore counts as a hyphen.',
    pattern: languagePattern.source.replace(')(-', ')(-[A-Za-z]{3})?(-').replaceAll('(-', '([-_]'),
    maxLength: maxLanguageCharacters,
    examples: ['en', 'pt-BR'],
  });

const fittingKeys = 'Send target_language, or language_a and language_b, and a type that fits.';

const OneWay = z
  .strictObject(
    { type: z.literal('one_way').default('one_way'), target_language: languageField },
    fittingKeys,
  )
  .meta({ id: 'NewOneWayTranslation', description: 'Into `target_language`.' });

const TwoWay = z
  .strictObject(
    { type: z.literal('two_way').default('two_way'), language_a: languageField, language_b: languageField },
    fittingKeys,
  )
  .refine(({ language_a: a, language_b: b }) => primaryLanguage(a) !== primaryLanguage(b), {
    params: { rule: 'different_languages' },
    message: 'Send two different languages as language_a and language_b.',
  })
  .meta({
    id: 'NewTwoWayTranslation',
    description:
      'Both ways between `language_a` and `language_b`; speech in neither of the two is translated into `language_a`.',
  });

/** The type may be left out, because the other keys determine it. */
const withType = (input: unknown): unknown => {
  const untyped = z.looseObject({ type: z.undefined().optional() }).safeParse(input);
  if (!untyped.success) return input;
  return { ...untyped.data, type: 'language_a' in untyped.data ? 'two_way' : 'one_way' };
};

// A union also reports the issue of a value that is no object; its types do not.
const error = ({ code }: { readonly code: string }): string =>
  code === 'invalid_type' ? fittingKeys : 'Send one_way or two_way.';

const TranslationInput: z.ZodType<Translation> = z.preprocess(
  withType,
  z.discriminatedUnion('type', [OneWay, TwoWay], { error }),
);

/** Spellings that differ only in Unicode form, case or white space count as one term; the first one is kept. */
const uniqueTerms = (terms: readonly string[]): string[] => {
  const first = new Map<string, string>();
  for (const term of terms.map((text) => text.normalize('NFC').replaceAll(/\s+/g, ' '))) {
    const folded = caseFolded(term);
    if (!first.has(folded)) first.set(folded, term);
  }
  return [...first.values()];
};

/**
 * A decoder writes U+FFFD in place of a character that it cannot read, for example in a gateway that reads Latin-1 as
 * UTF-8. It is never spoken, so a term that contains it would never match, without any notice.
 */
const lossless = [
  (text: string): boolean => !text.includes('\ufffd'),
  {
    params: { rule: 'replacement_character' },
    message:
      'Send it without U+FFFD. This character means that another one was lost, usually because the text was not sent as UTF-8.',
  },
] as const;

const aTerm = `Send terms of 1 to ${maxTermCharacters} characters.`;
const term = wellFormedText(aTerm)
  .trim()
  .refine((text) => text !== '' && characters(text) <= maxTermCharacters, {
    params: { rule: 'length' },
    message: aTerm,
  })
  .refine(...lossless)
  // White space around a term does not count towards its length.
  .meta({ pattern: `^\\s*\\S([\\s\\S]{0,${maxTermCharacters - 2}}\\S)?\\s*$` });

const aModel = 'Send auto, or a model that GET /v1/capabilities lists.';
const aFileId = 'Send the id of a file; it begins with file_.';
const fewHints = `Send a list of at most ${maxHints} language hints.`;
const fewTerms = `Send a list of at most ${maxTerms} unique terms.`;

export const modelField = z.enum(ModelChoice.options, aModel).default('auto').meta({
  description:
    'Which speech model is used. `auto` gives each stretch of speech to the first model of GET /v1/capabilities that knows its language.',
});

export const languageHints = z.array(languageField, fewHints).max(maxHints, fewHints).prefault([]).meta({
  description:
    'The languages that may be spoken; others are not considered. GET /v1/capabilities lists those that are transcribed; at least one hint must be among them. Regions are ignored: `zh-HK` counts as `zh`, Mandarin, so send `yue` for Cantonese.',
});

export const translationField = TranslationInput.nullable().prefault(null).meta({
  description:
    'What the speech is to be translated into. GET /v1/capabilities lists the pairs of languages; others are refused as `translation_not_supported`.',
});

export const contextField = textUpTo(maxContextCharacters)
  .refine(...lossless)
  .nullable()
  .default(null)
  .meta({ description: 'What the recording is about, to help the recognizer.' });

export const customVocabulary = z
  .array(term, fewTerms)
  .max(10 * maxTerms, fewTerms)
  .transform(uniqueTerms)
  .refine((terms) => terms.length <= maxTerms, {
    params: { rule: 'max_unique_terms' },
    message: fewTerms,
  })
  .prefault([])
  .meta({
    description: `At most ${maxTerms} unique terms that are probably spoken. Case, Unicode form and the amount of white space make no difference.`,
  });

export const webhookUrlField = textUpTo(2_048).nullable().default(null).meta({
  format: 'uri',
  description:
    'Where the event of the end is sent, in addition to the webhooks of the project: an https URL on port 443 of a public host, without user name and password. The secret of the webhook without `url` signs it; create that one first.',
});

const aKind = `Send kinds among ${redactionKinds.join(', ')}.`;
const fewKinds = `Send a list of at most ${redactionKinds.length} kinds.`;

/**
 * The fields for the source of audio; a request has exactly one of them. The last one is the former name of
 * `audio_url`.
 */
const sources = ['upload_id', 'audio_url', 'file_id', 'audio_uri'] as const;
const advised = sources.slice(0, -1).join(', ');

/** Body of POST /v1/transcriptions, with the bounds of the public contract. */
export const NewTranscription = z
  .strictObject({
    upload_id: uploadIdField.optional(),
    audio_url: audioUrl.optional().meta({
      description:
        'The address of the audio: https on port 443 of a public host, without user name and password. After the first 10 s the host must send at least 20 kB a second.',
    }),
    audio_uri: audioUrl.optional().meta({
      description: 'The former name of `audio_url`. Send only one of the two.',
      deprecated: true,
    }),
    file_id: z
      .string(aFileId)
      .regex(/^file_/, aFileId)
      .max(64, aFileId)
      .optional()
      .meta({ description: 'The id of a registered file.' }),
    model: modelField,
    language_hints: languageHints,
    translation: translationField,
    context: contextField,
    custom_vocabulary: customVocabulary,
    multichannel: z
      .boolean('Send true or false.')
      .default(false)
      .meta({
        description: `Whether to transcribe each channel of the recording by itself and not their mix, such as a call with one person on each channel. Each channel is billed. A file with more than ${maxChannels} fails, and so does one whose length times its channels is more than ${maxChannelAudioMs / hourMs} hours.`,
      }),
    formatting: formattingField,
    redact: z
      .array(z.enum(redactionKinds, aKind), fewKinds)
      .max(redactionKinds.length, fewKinds)
      .prefault([])
      .meta({
        description:
          'Kinds of data that are replaced by the name of their kind, such as `[CARD_NUMBER]`, in text, words, translation and files before anything is stored. Digits and spoken numbers are found: card numbers and IBANs by their checksums, the others by rules.',
      }),
    filename: fileName
      .nullable()
      .default(null)
      .meta({ description: 'A name for people, shown as sent. It is erased when the job is deleted.' }),
    client_reference_id: clientReferenceId,
    metadata,
    webhook_url: webhookUrlField,
  })
  .superRefine((body, context) => {
    const sent = sources.filter((source) => body[source] !== undefined);
    if (sent.length === 1) return;
    const found = sent.length === 0 ? 'None was sent.' : `Also sent: ${sent.slice(1).join(', ')}.`;
    const message = `Send exactly one of ${advised}. ${found}`;
    context.addIssue({ ...broken('exactly_one_source', message), path: sent.slice(1, 2), input: body });
  })
  .meta({
    id: 'NewTranscription',
    description: `A job to queue, with exactly one of ${advised}.`,
    oneOf: sources.map((source) => ({ required: [source] })),
  });
export type NewTranscription = z.infer<typeof NewTranscription>;
