import { byKey } from '../../../support/transcription-send.ts';
import { describeTranscript } from '../../transcriptions/get-transcript.contract.ts';

await describeTranscript(byKey('GET /v1/transcriptions/{transcription_id}/transcript'));
