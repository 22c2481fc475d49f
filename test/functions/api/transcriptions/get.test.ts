import { byKey } from '../../../support/transcription-send.ts';
import { describeGet } from '../../transcriptions/get.contract.ts';

await describeGet(byKey('GET /v1/transcriptions/{transcription_id}'));
