import { baseUrl, key, run } from './flow';
import {
  Configuration,
  ResponseError,
  TranscriptionsApi,
  UploadsApi,
} from './openapi-generator-typescript-fetch';

const configuration = new Configuration({ basePath: baseUrl, accessToken: key });
const uploads = new UploadsApi(configuration);
const transcriptions = new TranscriptionsApi(configuration);

await run({
  grant: async (sizeBytes) => {
    const grant = await uploads.createUpload({ newUpload: { contentType: 'audio/mpeg', sizeBytes } });
    return { id: grant.id, upload_url: grant.uploadUrl, upload_fields: grant.uploadFields };
  },
  create: async (uploadId) => {
    const newTranscription = { uploadId, languageHints: ['en'] };
    const idempotencyKey = crypto.randomUUID();
    return (await transcriptions.createTranscription({ newTranscription, idempotencyKey })).id;
  },
  poll: (transcriptionId) => transcriptions.getTranscription({ transcriptionId, wait: 20 }),
  captions: (transcriptionId) => transcriptions.getTranscript({ transcriptionId, format: 'srt' }),
  errorOf: (transcriptionId) =>
    transcriptions.getTranscription({ transcriptionId }).then(
      () => 'none',
      async (error: unknown) => {
        if (!(error instanceof ResponseError)) throw error;
        return (await error.response.json()).error.type;
      },
    ),
});
