import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeUploads } from '../../uploads/create.contract.ts';

const given = await startWorld();
describeUploads(given, atPlayground('POST /api/platform/v1/projects/{project_id}/transcription-uploads'));
