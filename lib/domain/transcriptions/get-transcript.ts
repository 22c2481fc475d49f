import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { TextFile } from '#lib/platform/http/reply.ts';
import { type FindDeps, findTranscription, readResult, refOf } from './find-transcription.ts';
import { transcriptFile, transcriptFormats } from './transcript-file/transcript-file.ts';
import { transcriptLanguages } from './transcript-file/language.ts';
import { isTerminal, type Status } from './transcription.ts';

/** Query of GET /v1/transcriptions/{id}/transcript. */
export const TranscriptQuery = z.strictObject({
  format: z
    .enum(transcriptFormats, `Send one of ${transcriptFormats.join(', ')}.`)
    .default('txt')
    .meta({ description: 'Plain text, SubRip or WebVTT captions, or JSON with the times of all words.' }),
  language: z
    .enum(transcriptLanguages, `Send one of ${transcriptLanguages.join(', ')}.`)
    .default('original')
    .meta({ description: 'Which text; JSON always has both.' }),
});

const withoutText = (status: Status): AppError =>
  new AppError(
    'invalid_state',
    isTerminal(status)
      ? `This transcription is ${status} and has no text.`
      : `This transcription is ${status}. Its text is there when it is completed.`,
    { details: { status } },
  );

type Input = {
  readonly id: string;
  readonly query: z.infer<typeof TranscriptQuery>;
  /** Whether the file is named after the recording, for people, and not by the id of its job. */
  readonly isNamed?: boolean;
};

/** The name without its extension: `call` for `call.mp3`. */
const stemOf = (filename: string | null): string | undefined => filename?.replace(/(?<=.)\.[^.]*$/, '');

/** The text of a completed job as a file. Throws `invalid_state` for any other. */
export const getTranscript = async (
  deps: FindDeps & { readonly results: Pick<Bucket, 'get'> },
  caller: Caller,
  { id, query, isNamed = false }: Input,
): Promise<TextFile> => {
  const job = await findTranscription(deps, refOf(caller, id));
  if (job.status !== 'completed') throw withoutText(job.status);
  const name = isNamed ? stemOf(job.request.filename) : undefined;
  return transcriptFile(job, await readResult(deps.results, job), { ...query, name });
};
