import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeDelete } from '../../transcriptions/delete.contract.ts';

const given = await startWorld();
describeDelete(given, byKey('DELETE /v1/transcriptions/{transcription_id}'));
