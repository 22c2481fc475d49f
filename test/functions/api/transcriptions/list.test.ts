import { byKey } from '../../../support/transcription-send.ts';
import { describeList } from '../../transcriptions/list.contract.ts';

await describeList(byKey('GET /v1/transcriptions'));
