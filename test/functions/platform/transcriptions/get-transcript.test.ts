import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeTranscript } from '../../transcriptions/get-transcript.contract.ts';

const given = await startWorld();
describeTranscript(
  given,
  atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript'),
);
