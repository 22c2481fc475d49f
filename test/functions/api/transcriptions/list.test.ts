import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeList } from '../../transcriptions/list.contract.ts';

const given = await startWorld();
describeList(given, byKey('GET /v1/transcriptions'));
