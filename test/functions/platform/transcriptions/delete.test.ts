import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeDelete } from '../../transcriptions/delete.contract.ts';

const given = await startWorld();
describeDelete(
  given,
  atPlayground('DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}'),
);
