import { getCapabilities } from './calls.ts';

/** What this deployment can do, which a deploy alone changes. */
export const capabilitiesQuery = { key: ['capabilities'], load: getCapabilities, isFinal: () => true };
