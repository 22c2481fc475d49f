import { atPlayground } from '../../../support/transcription-send.ts';
import { describeGet } from '../../transcriptions/get.contract.ts';

await describeGet(
  atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}'),
);
