import { byKey } from '../../../support/transcription-send.ts';
import { describeDelete } from '../../transcriptions/delete.contract.ts';

await describeDelete(byKey('DELETE /v1/transcriptions/{transcription_id}'));
