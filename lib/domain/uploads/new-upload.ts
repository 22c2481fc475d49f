import * as z from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { essenceOf } from '#lib/platform/http/media-type.ts';
import { fileName } from '#lib/platform/text.ts';
import { extensionOf, octetStream, supportedExtensions, supportedMimeTypes } from './audio-formats.ts';
import { uploadMaxBytes } from './upload.ts';

const aMimeType = 'Send the MIME type of the file, such as audio/mpeg.';
const exactSize = 'Send the exact size of the file in bytes, a whole number of at least 1.';
const emptyFile = 'An empty file cannot be transcribed. Send one with a recording.';

/** Body of POST /v1/transcription-uploads. `content_type` becomes part of the policy unchanged. */
export const NewUpload = z
  .strictObject({
    content_type: z
      .string(aMimeType)
      .max(255, aMimeType)
      .regex(/^[\x21-\x7e][\x20-\x7e]*$/, aMimeType)
      .meta({
        description: `The MIME type of the file, exactly as it will be POSTed. \`${octetStream}\` needs a \`filename\`.`,
        examples: ['audio/mpeg', 'audio/wav', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/flac'],
      }),
    size_bytes: z
      // JSON allows numbers beyond JavaScript's range, which parse to Infinity. They must get the error for a size that
      // is too large.
      .preprocess(
        (sent) => (sent === Infinity ? Number.MAX_VALUE : sent),
        z
          .number(exactSize)
          .refine(Number.isInteger, { params: { rule: 'integer' }, message: exactSize })
          .min(1, { error: ({ input }) => (input === 0 ? emptyFile : exactSize) }),
      )
      .optional()
      .meta({
        type: 'integer',
        description: 'The exact size of the file. Without it, any size up to the maximum may be POSTed.',
        maximum: uploadMaxBytes,
      }),
    filename: fileName
      .optional()
      .meta({ description: 'The file name. Its extension, if any, must be that of a supported format.' }),
  })
  .meta({ id: 'NewUpload', description: 'A file to upload.' });
export type NewUpload = z.infer<typeof NewUpload>;

/** The refusal of a file whose format is not supported. */
export const unsupported = (path: string, message: string): AppError =>
  new AppError('unsupported_audio_format', message, {
    details: { fields: [{ path, rule: 'audio_format', message }] },
  });

/** Throws for an unsupported type or extension, and for a size over the limit. */
export const assertAcceptable = ({
  content_type: contentType,
  size_bytes: size,
  filename,
}: NewUpload): void => {
  const mimeType = essenceOf(contentType);
  if (mimeType !== octetStream && !supportedMimeTypes.has(mimeType)) {
    throw unsupported(
      'content_type',
      'This MIME type is not supported. Send that of a supported audio format, such as audio/mpeg.',
    );
  }
  const extension = filename === undefined ? undefined : extensionOf(filename);
  if (extension !== undefined && !supportedExtensions.has(extension)) {
    throw unsupported(
      'filename',
      'This file extension is not supported. Send that of a supported audio format, such as .mp3.',
    );
  }
  if (mimeType === octetStream && extension === undefined) {
    throw unsupported(
      'filename',
      `Send a filename with a supported audio extension, because ${octetStream} does not name a format.`,
    );
  }
  if (size !== undefined && size > uploadMaxBytes) {
    throw new AppError('payload_too_large', `A file may have at most ${uploadMaxBytes} bytes.`, {
      details: {
        fields: [{ path: 'size_bytes', rule: 'maximum', message: `Send at most ${uploadMaxBytes} bytes.` }],
      },
    });
  }
};
