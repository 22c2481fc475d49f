import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeGet } from '../../transcriptions/get.contract.ts';

const given = await startWorld();
describeGet(given, byKey('GET /v1/transcriptions/{transcription_id}'));
