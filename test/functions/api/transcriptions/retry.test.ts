import { byKey } from '../../../support/transcription-send.ts';
import { describeRetry } from '../../transcriptions/retry.contract.ts';

await describeRetry(byKey('POST /v1/transcriptions/{transcription_id}/retry'));
