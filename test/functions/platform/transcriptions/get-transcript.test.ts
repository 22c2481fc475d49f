import { atPlayground } from '../../../support/transcription-send.ts';
import { describeTranscript } from '../../transcriptions/get-transcript.contract.ts';

await describeTranscript(
  atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript'),
);
