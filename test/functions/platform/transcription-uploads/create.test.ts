import { atPlayground } from '../../../support/transcription-send.ts';
import { describeUploads } from '../../uploads/create.contract.ts';

await describeUploads(atPlayground('POST /api/platform/v1/projects/{project_id}/transcription-uploads'));
