import * as z from 'zod';
import { maxAudioMs, maxChannelAudioMs, maxChannels, minAudioMs } from '#lib/speech/audio/limits.ts';
import { type Capability, capabilityStates, features } from '#lib/platform/openapi/capabilities.ts';
import { SpeechModelName, type SpeechOffer } from '#lib/speech/engines/models.ts';
import { count, languageTag } from '#lib/platform/http/fields.ts';
import { idempotencyKeyMax, idempotencyKeyMin } from '#lib/platform/http/idempotency-key.ts';
import { jsonBodyMaxBytes } from '#lib/platform/http/json-body.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitFields, viewLimits } from '#lib/platform/limits/limits-view.ts';
import { maxWaitSeconds } from '#lib/platform/limits/long-poll.ts';
import { windowMs } from '#lib/platform/limits/rate-window.ts';
import {
  maxMetadataKeyCharacters,
  maxMetadataKeys,
  maxMetadataValueCharacters,
  maxReferenceCharacters,
} from '#lib/domain/labels.ts';
import { unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import {
  maxContextCharacters,
  maxHints,
  maxTermCharacters,
  maxTerms,
} from '#lib/domain/transcriptions/new-transcription.ts';
import { type LanguagePairs, withModelPairs } from '#lib/speech/translation/language-pairs.ts';
import { languagePairsOf, TranslatorName } from '#lib/speech/translation/translators.ts';
import { audioFormats } from '#lib/domain/uploads/audio-formats.ts';
import { grantMs, uploadKeptMs, uploadMaxBytes } from '#lib/domain/uploads/upload.ts';

const AudioFormat = z
  .object({ name: z.string(), extensions: z.array(z.string()), mime_types: z.array(z.string()) })
  .meta({ id: 'AudioFormat' });

const LimitsView = z
  .object({
    file_max_bytes: count,
    audio_min_ms: count,
    audio_max_ms: count,
    upload_grant_ms: count.meta({ description: 'Time in which a file may be POSTed.' }),
    upload_kept_ms: count.meta({ description: 'Time in which an uploaded file can be used.' }),
    request_max_bytes: count.meta({ description: 'Size limit of a JSON body.' }),
    idempotency_key_min_characters: count,
    idempotency_key_max_characters: count,
    language_hints_max: count,
    context_max_characters: count,
    custom_vocabulary_max_unique_terms: count,
    custom_vocabulary_term_max_characters: count,
    client_reference_id_max_characters: count,
    metadata_max_keys: count,
    metadata_key_max_characters: count,
    metadata_value_max_characters: count,
    multichannel_max_channels: count,
    multichannel_audio_max_ms: count.meta({
      description: 'Limit of the length of the audio times its channels.',
    }),
    wait_max_seconds: count,
    rate_limit_window_ms: count,
    ...limitFields,
    result_retention_days: count,
  })
  .meta({ id: 'Limits', description: 'The limits that this deployment enforces.' });

const TranslationPairs = z
  .object({ source_languages: z.array(languageTag), target_languages: z.array(languageTag) })
  .meta({
    id: 'TranslationPairs',
    description: 'Each source is translated into each target; a language into itself is a copy.',
  });

const Translation = z
  .object({
    translator: TranslatorName.meta({
      description:
        'The translator of text. `apertium` is rule-based and meant for trials. Into some languages the speech model itself translates.',
    }),
    pairs: z.array(TranslationPairs).meta({
      description:
        'A two-way translation is supported if each of its spoken languages has the other as a target.',
    }),
  })
  .meta({ id: 'TranslationCapability', description: 'The supported translations.' });

export const Capabilities = z
  .object({
    capabilities: z.record(z.string(), z.enum(capabilityStates)).meta({
      description:
        'Planned capabilities are refused as `capability_unavailable`, unsupported translations as `translation_not_supported`.',
    }),
    languages: z.array(languageTag).meta({ description: 'Languages that can be transcribed.' }),
    models: z.array(z.object({ name: SpeechModelName, languages: z.array(languageTag) })).meta({
      description:
        'The speech models; `model` of a transcription takes their names. `auto` gives each stretch of speech to the first model that knows its language.',
    }),
    translation: Translation,
    audio_formats: z.array(AudioFormat),
    limits: LimitsView,
    price: z.object({ usd_per_minute: z.literal(unitPriceUsdPerMinute) }),
  })
  .meta({ id: 'Capabilities', description: 'What this deployment offers.' });
export type Capabilities = z.infer<typeof Capabilities>;

/** Groups languages with the same targets, because there may be a hundred of them. */
const pairsOf = (languages: readonly string[], supportedPairs: LanguagePairs) => {
  const targetsOf = (language: string) =>
    [...new Set([language, ...supportedPairs.targetsOf(language)])].toSorted();
  const alike = Map.groupBy(languages, (language) => targetsOf(language).join(' '));
  return [...alike].map(([targets, sources]) => ({
    source_languages: [...sources],
    target_languages: targets.split(' '),
  }));
};

/** Translation is available if any language has a target besides itself. */
const translates = (languages: readonly string[], supportedPairs: LanguagePairs): Capability =>
  languages.some((language) => supportedPairs.targetsOf(language).length > 0) ? 'available' : 'planned';

/** The optional parts of a deployment that its customers notice. */
export type Deployed = {
  readonly speech: SpeechOffer;
  readonly translator: TranslatorName;
  readonly retentionDays: number;
  readonly limits: Limits;
  /** Whether realtime sessions are deployed. */
  readonly realtime: boolean;
};

/** `served` has the state of each tag that has routes. */
export const describeCapabilities = (
  served: Readonly<Record<string, Capability>>,
  { speech, translator, retentionDays, limits, realtime }: Deployed,
): Capabilities => {
  const supportedPairs = withModelPairs(speech, languagePairsOf(translator));
  return {
    capabilities: {
      ...features,
      translation: translates(speech.languages, supportedPairs),
      ...served,
      ...(!realtime && { realtime_sessions: 'planned' }),
    },
    languages: [...speech.languages],
    models: speech.models.map(({ name, languages }) => ({ name, languages: [...languages] })),
    translation: {
      translator,
      pairs: pairsOf(speech.languages, supportedPairs),
    },
    audio_formats: Object.entries(audioFormats).map(([name, { extensions, mimeTypes }]) => ({
      name,
      extensions: [...extensions],
      mime_types: [...mimeTypes],
    })),
    limits: {
      file_max_bytes: uploadMaxBytes,
      audio_min_ms: minAudioMs,
      audio_max_ms: maxAudioMs,
      upload_grant_ms: grantMs,
      upload_kept_ms: uploadKeptMs,
      request_max_bytes: jsonBodyMaxBytes,
      idempotency_key_min_characters: idempotencyKeyMin,
      idempotency_key_max_characters: idempotencyKeyMax,
      language_hints_max: maxHints,
      context_max_characters: maxContextCharacters,
      custom_vocabulary_max_unique_terms: maxTerms,
      custom_vocabulary_term_max_characters: maxTermCharacters,
      client_reference_id_max_characters: maxReferenceCharacters,
      metadata_max_keys: maxMetadataKeys,
      metadata_key_max_characters: maxMetadataKeyCharacters,
      metadata_value_max_characters: maxMetadataValueCharacters,
      multichannel_max_channels: maxChannels,
      multichannel_audio_max_ms: maxChannelAudioMs,
      wait_max_seconds: maxWaitSeconds,
      rate_limit_window_ms: windowMs,
      ...viewLimits(limits),
      result_retention_days: retentionDays,
    },
    price: { usd_per_minute: unitPriceUsdPerMinute },
  };
};
