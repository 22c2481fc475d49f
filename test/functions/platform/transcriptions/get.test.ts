import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeGet } from '../../transcriptions/get.contract.ts';

const given = await startWorld();
describeGet(
  given,
  atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}'),
);
