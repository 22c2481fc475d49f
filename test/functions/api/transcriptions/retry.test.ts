import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeRetry } from '../../transcriptions/retry.contract.ts';

const given = await startWorld();
describeRetry(given, byKey('POST /v1/transcriptions/{transcription_id}/retry'));
