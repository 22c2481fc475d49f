import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeTranscript } from '../../transcriptions/get-transcript.contract.ts';

const given = await startWorld();
describeTranscript(given, byKey('GET /v1/transcriptions/{transcription_id}/transcript'));
