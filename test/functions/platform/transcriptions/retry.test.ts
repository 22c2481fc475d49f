import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeRetry } from '../../transcriptions/retry.contract.ts';

const given = await startWorld();
describeRetry(
  given,
  atPlayground('POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry'),
);
