import { atPlayground } from '../../../support/transcription-send.ts';
import { describeRetry } from '../../transcriptions/retry.contract.ts';

await describeRetry(
  atPlayground('POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry'),
);
