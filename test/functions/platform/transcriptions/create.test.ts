import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeCreates } from '../../transcriptions/create.contract.ts';

const given = await startWorld();
describeCreates(given, atPlayground('POST /api/platform/v1/projects/{project_id}/transcriptions'));
