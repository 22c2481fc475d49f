import * as z from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { fileName } from '#lib/platform/text.ts';
import {
  extensionOf,
  mimeEssence,
  octetStream,
  supportedExtensions,
  supportedMimeTypes,
} from './audio-formats.ts';
import { uploadMaxBytes } from './upload.ts';

const aMimeType = 'Send the MIME type of the file, such as audio/mpeg.';
const exactSize = 'Send the exact size of the file in bytes, a whole number; an empty file has no speech.';

/** Body of POST /v1/transcription-uploads. `content_type` goes into the policy to the letter. */
export const NewUpload = z
  .strictObject({
    content_type: z
      .string(aMimeType)
      .max(255, aMimeType)
      .regex(/^[\x21-\x7e][\x20-\x7e]*$/, aMimeType)
      .meta({
        description: `The MIME type of the file, to the letter as it will be POSTed. \`${octetStream}\` needs a \`filename\`.`,
      }),
    size_bytes: z
      // No number is too large to be told so: JSON knows larger ones than JavaScript.
      .preprocess(
        (sent) => (sent === Infinity ? Number.MAX_VALUE : sent),
        z
          .number(exactSize)
          .refine(Number.isInteger, { params: { rule: 'integer' }, message: exactSize })
          .min(1, exactSize),
      )
      .optional()
      .meta({
        type: 'integer',
        description: 'The exact size of the file. Without it any size up to the maximum may be POSTed.',
        maximum: uploadMaxBytes,
      }),
    filename: fileName
      .optional()
      .meta({ description: 'Its extension, if it has one, must be that of a supported format.' }),
  })
  .meta({ id: 'NewUpload', description: 'A file that is to be uploaded.' });
export type NewUpload = z.infer<typeof NewUpload>;

const unsupported = (path: string, message: string): AppError =>
  new AppError('unsupported_audio_format', message, {
    details: { fields: [{ path, rule: 'audio_format', message }] },
  });

/** Refuses what can be told from the request alone: an unsupported type or extension, a file over the limit. */
export const assertAcceptable = ({
  content_type: contentType,
  size_bytes: size,
  filename,
}: NewUpload): void => {
  const mimeType = mimeEssence(contentType);
  if (mimeType !== octetStream && !supportedMimeTypes.has(mimeType)) {
    throw unsupported('content_type', 'This is not the MIME type of a supported audio format.');
  }
  const extension = filename === undefined ? undefined : extensionOf(filename);
  if (extension !== undefined && !supportedExtensions.has(extension)) {
    throw unsupported('filename', 'This is not the extension of a supported audio format.');
  }
  if (mimeType === octetStream && extension === undefined) {
    throw unsupported('filename', `${octetStream} needs a filename with a supported audio extension.`);
  }
  if (size !== undefined && size > uploadMaxBytes) {
    throw new AppError('payload_too_large', `A file may have at most ${uploadMaxBytes} bytes.`, {
      details: { fields: [{ path: 'size_bytes', rule: 'maximum', message: `At most ${uploadMaxBytes}.` }] },
    });
  }
};
