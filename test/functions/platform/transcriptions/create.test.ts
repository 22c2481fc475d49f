import { atPlayground } from '../../../support/transcription-send.ts';
import { describeCreates } from '../../transcriptions/create.contract.ts';

await describeCreates(atPlayground('POST /api/platform/v1/projects/{project_id}/transcriptions'));
