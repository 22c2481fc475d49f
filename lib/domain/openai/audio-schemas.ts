import * as z from 'zod';
import { idPattern } from '#lib/platform/ids.ts';
import { count } from '#lib/platform/http/fields.ts';

const seconds = z.number().min(0);

const text = {
  text: z.string(),
  usage: z.object({
    type: z.literal('duration'),
    seconds: seconds.meta({ description: 'Length of the audio.' }),
  }),
  transcription_id: z
    .string()
    .regex(idPattern('ofq'))
    .meta({ description: 'Of the job, which is kept and deleted like any other.' }),
};

/** The answer to `response_format` json. */
export const AudioText = z.object(text).meta({ id: 'AudioText', description: 'The text of a recording.' });

export const AudioSegment = z
  .object({
    id: count,
    seek: count.meta({ description: '`start` in hundredths of a second.' }),
    start: seconds,
    end: seconds,
    text: z.string(),
    tokens: z.array(z.int()).meta({ description: 'Empty: models of several kinds write the texts.' }),
    temperature: z.number().meta({ description: 'Always 0.' }),
    avg_logprob: z.number().meta({ description: 'The mean log-probability of the tokens.' }),
    compression_ratio: z.number(),
    no_speech_prob: z.number().meta({ description: 'Always 0, as what has no speech becomes no segment.' }),
  })
  .meta({ id: 'AudioSegment' });

const AudioWord = z.object({ word: z.string(), start: seconds, end: seconds }).meta({ id: 'AudioWord' });

/** The answer to `response_format` verbose_json. */
export const VerboseAudioText = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().meta({ description: 'The English name of the language, "english".' }),
    duration: seconds,
    ...text,
    segments: z.array(AudioSegment).optional(),
    words: z.array(AudioWord).optional(),
  })
  .meta({ id: 'VerboseAudioText', description: 'The text of a recording with its times, in seconds.' });

export const AudioTranscript = z
  .union([VerboseAudioText, AudioText])
  .meta({ id: 'AudioTranscript', description: 'The text of a recording.' });
export type AudioTranscript = z.infer<typeof AudioTranscript>;

const Model = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int().meta({ description: 'When the model was published, in seconds since 1970.' }),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' });

export const ModelList = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({
  id: 'ModelList',
  description: 'The speech models of this deployment, and `auto`, which chooses among them.',
});
