import type { Tenant } from '../api/types.ts';
import { addSendings } from '../sending/sendings.ts';
import { addFile, draftOf } from './draft.ts';
import { sampleRecording } from './sample-recording.ts';

/** Fills the sample in at the playground, and sends it. */
export const sendSample = async (tenant: Tenant): Promise<void> => {
  const file = await sampleRecording();
  const fileId = await addFile(draftOf(tenant), file);
  addSendings([{ tenant, name: file.name, source: { fileId, size: file.size }, options: {} }]);
};
