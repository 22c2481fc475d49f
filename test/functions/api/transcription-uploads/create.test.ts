import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeUploads } from '../../uploads/create.contract.ts';

const given = await startWorld();
describeUploads(given, byKey('POST /v1/transcription-uploads'));
