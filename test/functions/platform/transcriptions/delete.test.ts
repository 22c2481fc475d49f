import { atPlayground } from '../../../support/transcription-send.ts';
import { describeDelete } from '../../transcriptions/delete.contract.ts';

await describeDelete(
  atPlayground('DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}'),
);
