import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeList } from '../../transcriptions/list.contract.ts';

const given = await startWorld();
describeList(given, atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions'));
