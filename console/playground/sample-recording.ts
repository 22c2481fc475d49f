import type { Tenant } from '../api/types.ts';
import { addSendings } from '../sending/sendings.ts';
import { addFile, draftOf } from './draft.ts';

const url = new URL('../../local/samples/two-cities.ogg', import.meta.url).href;

/** The recording for a first try: 44 seconds of a novel. */
export const sampleRecording = async (): Promise<File> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error('The sample could not be loaded. Reload the page, then try again.');
  return new File([await response.blob()], 'two-cities.ogg', { type: 'audio/ogg' });
};

/** Fills the sample in at the playground, and sends it. */
export const sendSample = async (tenant: Tenant): Promise<void> => {
  const file = await sampleRecording();
  const fileId = await addFile(draftOf(tenant), file);
  addSendings([{ tenant, name: file.name, source: { fileId, size: file.size }, options: {} }]);
};
